import { Html, html, htmlPage } from '../runner/html.ts';

/** Somebody whom the page offers. */
export interface OfferedPerson {
  email: string;
  name: string;
  emailVerified: boolean;
}

/** People who are there from the beginning. */
export const readyPeople: readonly OfferedPerson[] = [
  { name: 'Ada Okafor', email: 'ada@example.com', emailVerified: true },
  { name: 'Ben Larsson', email: 'ben@example.com', emailVerified: true },
  { name: 'Chiara Rossi', email: 'chiara@example.com', emailVerified: true },
  { name: 'Deniz Unverified', email: 'deniz@example.com', emailVerified: false },
];

const style = new Html(`
  :root { color-scheme: light dark; --ink: #1f2328; --soft: #59636e; --line: #d1d9e0; --page: #f3f5f8; --card: #fff; --mark: #0b57d0; --on-mark: #fff; --hover: #eef3fb; }
  @media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --soft: #a8b1bb; --line: #3d444d; --page: #101215; --card: #191c20; --mark: #a8c7fa; --on-mark: #062e6f; --hover: #23282e; } }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
  main { width: min(27rem, 100%); background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 2rem 1.5rem; }
  h1 { margin: 0 0 .25rem; font-size: 1.375rem; line-height: 1.3; }
  h2 { margin: 1.5rem 0 .75rem; font-size: 1rem; }
  p { margin: 0 0 1.25rem; color: var(--soft); }
  ul { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: .75rem; overflow: hidden; }
  li + li { border-top: 1px solid var(--line); }
  button { font: inherit; cursor: pointer; }
  .person { display: flex; align-items: center; gap: .75rem; width: 100%; padding: .625rem .875rem; border: 0; background: none; color: inherit; text-align: left; }
  .person:hover { background: var(--hover); }
  .person > span:last-child { display: grid; min-width: 0; overflow-wrap: anywhere; line-height: 1.35; }
  .initial { flex: none; display: grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: 50%; background: var(--mark); color: var(--on-mark); font-weight: 600; }
  .person small, .hint { color: var(--soft); font-size: .875rem; }
  label { display: block; margin-bottom: .75rem; font-size: .875rem; font-weight: 600; }
  input:not([type=checkbox]) { display: block; width: 100%; margin-top: .25rem; padding: .5rem .75rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--soft); border-radius: .5rem; }
  .check { display: flex; gap: .5rem; align-items: center; font-weight: 400; }
  .check input { width: 1.125rem; height: 1.125rem; accent-color: var(--mark); margin: 0; }
  .actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.25rem; }
  .actions button { padding: .5rem 1.25rem; border-radius: 2rem; border: 1px solid transparent; background: var(--mark); color: var(--on-mark); font-weight: 600; }
  .actions .quiet { background: none; color: var(--mark); border-color: var(--line); }
  :focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
  .person:focus-visible { outline-offset: -3px; }
`);

const page = (title: string, body: Html): string => htmlPage(title, style, body);

/**
 * The page for choosing who signs in. Its forms post to the address that it was asked at.
 * @param problem what was wrong with what was entered before.
 */
export function chooserPage(people: readonly OfferedPerson[], problem?: string): string {
  const row = (person: OfferedPerson) => html`
    <li><button class="person" name="person" value="${person.email}">
      <span class="initial" aria-hidden="true">${person.name.trim().charAt(0).toUpperCase()}</span>
      <span>${person.name}<small>${person.email}${!person.emailVerified && ' · e-mail not verified'}</small></span>
    </button></li>`;
  return page(
    'Sign in with Google (local stand-in)',
    html`
<h1>Choose an account</h1>
<p>This page stands in for Google on your machine. Nobody is asked for a password.</p>
<form method="post"><ul>${people.map(row)}</ul></form>
<h2 id="other">Use another account</h2>
${problem && html`<p role="alert"><strong>${problem}</strong></p>`}
<form method="post" aria-labelledby="other">
  <label>Name <input name="name" autocomplete="off" maxlength="200" required></label>
  <label>E-mail <input name="email" type="email" autocomplete="off" maxlength="254" required></label>
  <label class="check"><input name="verified" type="checkbox" value="yes" checked> The provider has verified this e-mail</label>
  <div class="actions">
    <button>Continue</button>
    <button class="quiet" name="cancel" value="yes" formnovalidate>Cancel</button>
  </div>
</form>`,
  );
}

/** What Cognito shows when it must not send the browser back: an unknown client or redirect address. */
export function errorPage(problem: string): string {
  return page(
    'Sign-in is not possible',
    html`<h1>Sign-in is not possible</h1><p role="alert">${problem}</p>`,
  );
}
