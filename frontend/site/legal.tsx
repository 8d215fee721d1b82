import type { ReactNode } from 'react';
import { planFacts, plans } from '../../shared/core/plan-facts.ts';
import { Document, type Files } from './document.tsx';

const updated = 'Last updated September 10, 2025';

const Legal = ({
  title,
  description,
  children,
  ...files
}: Files & {
  title: string;
  description: string;
  children: ReactNode;
}) => (
  <Document title={`${title} · Guildhall`} description={description} {...files}>
    <article className="wrap legal">
      <h1>{title}</h1>
      <p>{updated}</p>
      {children}
    </article>
  </Document>
);

/** Rules and Agreements (S1 §2), with the constants of S1 §9. */
export const Terms = (files: Files) => (
  <Legal
    title="Rules and Agreements"
    description="The terms of use of Guildhall: free trial, prices, refunds, limits and closing an account."
    {...files}
  >
    <p>
      These are the terms between you and Guildhall. By creating an account or using Guildhall, you agree to
      them. If you use Guildhall for a business, you agree on its behalf.
    </p>
    <h2>1. The service</h2>
    <p>
      Guildhall is a website from which small businesses and agencies run tasks and projects, clients and
      deals, team work, finances, documents, automations and analytics. A group holds up to{' '}
      {planFacts.largestGroup} team members, pending invitations included. Each group may store up to{' '}
      {planFacts.storageGb} GB of documents.
    </p>
    <h2>2. Your account</h2>
    <p>
      You sign in with Google and need an e-mail address that Google has verified. You belong to one group at
      a time. Keep your Google account safe: you are responsible for what is done with it. The person who
      creates a group is its account holder, who pays for it, invites and removes people, and may transfer the
      account to another member.
    </p>
    <h2>3. Free trial</h2>
    <p>
      A new group may use every feature for {planFacts.trialDays} days, without a card. There is one trial per
      person, address and group. If no plan is chosen before it ends, nothing is charged, and the account
      holder has no access until a plan is chosen.
    </p>
    <h2>4. Prices and payment</h2>
    <ul>
      <li>
        The plan costs {plans.monthly.price} per month or {plans.yearly.price} per year, which saves{' '}
        {planFacts.yearlySaving} ({planFacts.yearlySavingPercent}). Prices are in US dollars.
      </li>
      <li>Payments are made by card through Stripe. We never see or store your card number.</li>
      <li>The plan renews at the end of each period until you cancel it.</li>
      <li>We announce price changes at least {planFacts.priceNoticeDays} days before they take effect.</li>
    </ul>
    <h2>5. Cancelling and refunds</h2>
    <p>
      You can cancel at any time in Settings, under Billing. You keep access until the end of the period that
      you have paid for. Within {planFacts.refundDays} days of a payment, you may ask for a refund of it.
    </p>
    <h2>6. Your content</h2>
    <p>
      What you enter stays yours. You allow us to store it and to show it to the members of your group, which
      is all we need to run Guildhall. You are responsible for having the right to enter it.
    </p>
    <h2>7. Fair use</h2>
    <ul>
      <li>Do not use Guildhall for anything that is illegal or harms others.</li>
      <li>
        Do not try to access the data of other groups, to overload the service, or to get around its limits.
      </li>
      <li>Do not resell access.</li>
    </ul>
    <h2>8. When it ends</h2>
    <p>
      The account holder may close the account at any time. This ends the subscription and everybody's access
      at once. We may suspend an account that breaks these terms. After deletion, data may be retained for up
      to {planFacts.retainedYears} years where the law requires it, for example for bookkeeping.
    </p>
    <h2>9. Warranty and liability</h2>
    <p>
      We do our best to keep Guildhall available and your data safe, but we cannot promise that it never
      fails. As far as the law allows, our liability is limited to what your group paid in the twelve months
      before the damage.
    </p>
    <h2>10. Changes</h2>
    <p>
      When we change these terms, we publish them here with a new date. We tell account holders before
      important changes take effect.
    </p>
  </Legal>
);

/** Privacy Policy (S1 §2). */
export const Privacy = (files: Files) => (
  <Legal
    title="Privacy Policy"
    description="What data Guildhall keeps about you, why, for how long, who sees it, and what you can do about it."
    {...files}
  >
    <p>This page says what data Guildhall keeps about you, why, and what you can do about it.</p>
    <h2>1. What we keep</h2>
    <ul>
      <li>From Google, when you sign in: your name and your verified e-mail address. Never your password.</li>
      <li>What you set: your currency, theme and accent colour, your group and your role in it.</li>
      <li>
        What you and your group enter: tasks, messages, and everything else that you write in Guildhall.
      </li>
      <li>About payments: your plan, its status and its dates. Stripe keeps your card details; we do not.</li>
      <li>
        For security, for a short time: the network address from which wrong invitation codes were entered.
      </li>
    </ul>
    <h2>2. Why we keep it</h2>
    <p>
      To run Guildhall for you and your group, to send invitations and notices about your trial and payments,
      and to keep the service secure. We do not sell your data, show no advertisements and do not track you
      across the web.
    </p>
    <h2>3. What your browser keeps</h2>
    <p>
      Your sign-in, unsaved drafts, your theme and accent colour, and your notifications are kept in your
      browser. One cookie remembers for 7 days whether the sidebar is collapsed. There are no third-party
      cookies.
    </p>
    <h2>4. Who sees it</h2>
    <ul>
      <li>The members of your group see what the group enters, and your name and e-mail address.</li>
      <li>
        Google signs you in, Stripe takes payments, and Amazon Web Services runs our servers and sends our
        e-mail.
      </li>
      <li>Nobody else, unless the law requires it.</li>
    </ul>
    <h2>5. How long</h2>
    <p>
      As long as you have an account. Deleted records can be restored for 30 days. The history of changes is
      kept for 400 days. When you delete your account, what you made for a group stays with the group, under
      the name “Former member”. We remember that you have had a free trial, but without your name or address.
      Data may be retained for up to {planFacts.retainedYears} years where the law requires it.
    </p>
    <h2>6. What you can do</h2>
    <ul>
      <li>Download everything that we keep about you as one file: Settings, Account.</li>
      <li>Change your name: Settings, Account.</li>
      <li>
        Sign out on every device, leave your group, close its account, or delete your own: Settings, Account.
      </li>
    </ul>
    <h2>7. Security</h2>
    <p>
      All connections are encrypted, and so is everything that we store. Our servers check each request
      against your group and your role. Anybody who is removed from a group loses access at once.
    </p>
    <h2>8. Changes</h2>
    <p>When this policy changes, it is published here with a new date.</p>
  </Legal>
);
