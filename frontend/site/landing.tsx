import {
  Banknote,
  Check,
  CircleCheckBig,
  Copy,
  Handshake,
  ListTodo,
  type LucideIcon,
  UsersRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { planFacts, planPoints, plans, prices } from '../../shared/core/plan-facts.ts';
import { paths } from '../core/paths.ts';
import { Icon } from '../ui/icon.tsx';
import { Document, type Files } from './document.tsx';

const figures = [
  { value: '24', label: 'tasks done this week', trend: '6 more than last week' },
  { value: '$18,400', label: 'in open deals', trend: '3 close this month' },
  { value: '96%', label: 'finished on time', trend: 'over 30 days' },
  { value: '$7,250', label: 'earned this month', trend: '58% of the goal' },
];

const features: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: ListTodo,
    title: 'Tasks & Projects',
    text: 'See who does what, and by when. With sub-tasks, tags and priorities, you notice what is late before a client does.',
  },
  {
    icon: Handshake,
    title: 'Clients & Deals',
    text: 'Keep every client and their deals together, from the first call to the signed offer, and see what they are worth.',
  },
  {
    icon: UsersRound,
    title: 'Team & Chat',
    text: 'Invite people with a code or by e-mail, share one plan, and talk about it in the team chat.',
  },
  {
    icon: Banknote,
    title: 'Finances',
    text: `Track what comes in and what goes out, in ${planFacts.currencies} currencies with rates updated every hour.`,
  },
  {
    icon: Copy,
    title: 'Documents & Automations',
    text: 'Keep contracts and drawings with the work they belong to, and let rules take care of the steps you repeat.',
  },
  {
    icon: CircleCheckBig,
    title: 'Analytics',
    text: 'See what your work brings in, who does it, and where it gets stuck.',
  },
];

const steps = [
  {
    title: 'Start your group',
    text: 'Sign in with Google and name your business. You need no card and no password.',
  },
  {
    title: 'Invite your team',
    text: `Send them a code or an e-mail. Up to ${planFacts.largestGroup} people share one group, each with the role that you give them.`,
  },
  {
    title: 'Plan your day',
    text: 'Open Guildhall in the morning and see what is due, who is working on it, and what it is worth.',
  },
];

const questions: readonly [question: string, answer: string][] = [
  [
    'How does the free trial work?',
    `Your ${planFacts.trialDays} days start when you create your group. You can use every feature, and you need no card. When the trial ends, you decide whether to choose a plan. Until you do, you are charged nothing.`,
  ],
  [
    'What does it cost?',
    `${prices()}, which saves you ${planFacts.yearlySaving}. That is one price for the whole group, not per person.`,
  ],
  [
    'How many people can work with me?',
    `Up to ${planFacts.largestGroup} people can belong to a group, and all of them are included in the price. Projects and clients are unlimited.`,
  ],
  [
    'Can I cancel at any time?',
    `Yes, in Settings, under Billing. You can use everything until the end of the period that you have paid for. Within ${planFacts.refundDays} days of a payment you can ask for a refund.`,
  ],
  [
    'Who can see our data?',
    'Only the members of your group. Our servers check this with every request. When you remove somebody, they lose access at once.',
  ],
  [
    'Can I take my data with me?',
    'You can download everything that we keep about you as one file at any time, in Settings, under Account.',
  ],
];

const Section = ({
  id,
  title,
  text,
  children,
}: {
  id: string;
  title: string;
  text: string;
  children: ReactNode;
}) => (
  <section id={id} className="section" aria-labelledby={`${id}-title`}>
    <div className="wrap">
      <h2 id={`${id}-title`} className="section-title">
        {title}
      </h2>
      <p className="section-text">{text}</p>
      {children}
    </div>
  </section>
);

/**
 * The street along the foot of the hero, as long as the window is wide: houses are repeated, never cut or stretched. The far row has
 * another length, so that no two stretches look the same.
 */
const Street = () => (
  <svg aria-hidden="true" className="street">
    <defs>
      <pattern
        id="far"
        width="520"
        height="150"
        patternUnits="userSpaceOnUse"
        viewBox="0 0 640 200"
        preserveAspectRatio="none"
      >
        <path
          className="street-far"
          d="M0 200V94h24V74h20V56h18V36h28v20h18v18h20v20h24V46l54-40 54 40v48h22V72h20V52h18V32h30v20h18v20h20v22h24V40h26V18h22V6h32v12h22v22h26v54h26v-24h30v24h30v106z"
        />
      </pattern>
      <pattern
        id="near"
        width="600"
        height="150"
        patternUnits="userSpaceOnUse"
        viewBox="0 0 640 200"
        preserveAspectRatio="none"
      >
        <path
          className="street-near"
          d="M0 200v-54l44-40 44 40v12h26v-22h22v-20h20V94h36v22h20v20h22v22h30v-50h28V82h24V60h22V40h44v20h22v22h24v26h28v52h24l48-44 48 44v-20h24v-18h20v18h20v60z"
        />
        <path
          className="street-windows"
          d="M302 118h18v30h-18zM340 118h18v30h-18zM378 118h18v30h-18zM340 72h18v26h-18zM138 156h14v22h-14zM170 156h14v22h-14zM202 156h14v22h-14zM36 158h14v20H36zM488 160h14v20h-14zM520 160h14v20h-14z"
        />
      </pattern>
    </defs>
    <rect width="100%" height="100%" fill="url(#far)" />
    <rect width="100%" height="100%" fill="url(#near)" />
  </svg>
);

/** Pixels in which the pictures are kept (scripts/pictures.ts), as they are shown: a desk, and a phone. */
const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 720 };

/** The product as it is, taken from it by scripts/pictures.ts: in the theme that the page has, for a desk or a phone. */
const Product = ({ picture }: Pick<Files, 'picture'>) => (
  <figure className="product">
    {(['light', 'dark'] as const).map((theme) => (
      <picture key={theme} className={`on-${theme}`}>
        <source
          media="(max-width: 599px)"
          srcSet={picture(`tasks-${theme}-phone.webp`)}
          width={phone.width}
          height={phone.height}
        />
        {/* Of the two, only the one that is shown is fetched. */}
        <img
          src={picture(`tasks-${theme}-1120.webp`)}
          srcSet={`${picture(`tasks-${theme}-1120.webp`)} 1120w, ${picture(`tasks-${theme}-1920.webp`)} 1920w`}
          sizes="(max-width: 1160px) calc(100vw - 40px), 1080px"
          width={desk.width}
          height={desk.height}
          loading="lazy"
          decoding="async"
          alt="The task list of a sign maker’s shop in Guildhall: what is to be done, by whom and until when."
        />
      </picture>
    ))}
  </figure>
);

/** The shop window (S1 §2). */
export const Landing = ({ picture, ...files }: Files) => (
  <Document
    title="Guildhall: run your small business from one place"
    description={`Tasks, clients, team, money and documents of a small business in one place. Free for ${planFacts.trialDays} days, no card needed. ${plans.monthly.price} a month for up to ${planFacts.largestGroup} people.`}
    {...files}
    anchors={
      <>
        <a href="#features">Features</a>
        <a href="#pricing">Pricing</a>
        <a href="#faq">FAQ</a>
      </>
    }
  >
    <section className="hero">
      <div className="wrap hero-words">
        <p className="eyebrow">For small businesses and agencies of up to {planFacts.largestGroup} people</p>
        <h1>Run your whole business from one place</h1>
        <p className="lead">
          Guildhall brings your tasks, clients, team, money and documents together, so that everybody knows
          what to do today.
        </p>
        <p className="hero-actions">
          <a href={paths.signup} className="button bright large">
            Start Free Trial
          </a>
          <a href={paths.login} className="button outline large">
            Log In
          </a>
        </p>
        <p className="hero-note">{planFacts.trialDays} days free · no card needed · cancel anytime</p>
      </div>
      <div className="wrap">
        <ul className="figures" aria-label="Sample figures of a fictional business">
          {figures.map(({ value, label, trend }) => (
            <li key={label}>
              <strong>{value}</strong>
              <span>{label}</span>
              <small>{trend}</small>
            </li>
          ))}
        </ul>
        <p className="sample">Sample figures of a fictional business</p>
      </div>
      <div className="wrap">
        <Product picture={picture} />
      </div>
      <Street />
    </section>

    <Section
      id="features"
      title="Everything a small business needs, in one place"
      text="Projects and clients are unlimited, and there are no extra modules to buy."
    >
      <ul className="cards">
        {features.map(({ icon, title, text }) => (
          <li key={title} className="card">
            <span className="card-icon">
              <Icon of={icon} size={22} />
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>

    <Section id="how" title="How it works" text="You can add your first task two minutes after signing up.">
      <ol className="steps">
        {steps.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </Section>

    <Section
      id="pricing"
      title="One plan with everything"
      text="The price is the same, however many people are in your group."
    >
      <div className="price-card">
        <p className="price">
          <strong>{plans.monthly.price}</strong> / {plans.monthly.per}
        </p>
        <p>
          or {plans.yearly.price} / {plans.yearly.per} <span className="pill">{plans.yearly.badge}</span>
          <br />
          <span className="soft">{plans.yearly.note}</span>
        </p>
        <ul className="points">
          {[
            ...planPoints(true),
            'Unlimited projects and clients',
            `${planFacts.storageGb} GB for documents`,
          ].map((point) => (
            <li key={point}>
              <Icon of={Check} />
              {point}
            </li>
          ))}
        </ul>
        <a href={paths.signup} className="button primary large">
          Start Free Trial
        </a>
        <p className="soft small">Prices are in US dollars.</p>
      </div>
    </Section>

    <Section id="faq" title="Frequently asked questions" text="What people ask before they sign up.">
      <div className="faq">
        {questions.map(([question, answer]) => (
          <details key={question} name="faq">
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </Section>

    <section className="closing" aria-labelledby="closing-title">
      <div className="wrap">
        <h2 id="closing-title">Try Guildhall with your team</h2>
        <a href={paths.signup} className="button bright large">
          Start Free Trial
        </a>
      </div>
    </section>
  </Document>
);
