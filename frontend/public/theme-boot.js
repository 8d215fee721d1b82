// Runs before the first paint, so that a dark page never flashes white, and a signed-in person never sees the landing
// page. Kept as a file of its own because the content security policy forbids inline scripts.
(() => {
  const page = document.documentElement;
  page.dataset.theme = 'light';
  page.dataset.accent = 'green';
  try {
    // The keys are those of core/appearance.ts.
    if (localStorage.getItem('gh-theme') === 'dark') page.dataset.theme = 'dark';
    // The frame of the window, where Guildhall is installed or on a phone: --gh-surface of that theme (core/appearance.ts).
    if (page.dataset.theme === 'dark') document.querySelector('meta[name=theme-color]').content = '#151d19';
    const accent = localStorage.getItem('gh-accent');
    // The pages in front keep the product's own green.
    if (!('brand' in page.dataset) && /^(blue|orange|pink|purple|yellow)$/.test(accent))
      page.dataset.accent = accent;
    // Whoever holds tokens (core/kept-tokens.ts) belongs in the dashboard, whose gate knows where exactly (S1 §4). A link to a
    // part of the landing page is followed.
    const signedIn = () =>
      Object.keys(localStorage).some((name) =>
        /^CognitoIdentityServiceProvider\..+\.accessToken$/.test(name),
      );
    if (location.pathname === '/' && !location.hash && signedIn()) {
      page.hidden = true;
      location.replace('/dashboard');
    }
  } catch (error) {
    console.warn('The storage of this browser could not be read', error);
  }
})();
