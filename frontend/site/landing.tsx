import type { ReactNode } from 'react';
import { paths } from '../core/paths.ts';
import { planFacts, planPoints } from '../core/plans.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Document } from './document.tsx';

const figures = [
  { value: '24', label: 'tasks done this week', trend: '6 more than last week' },
  { value: '$18,400', label: 'in open deals', trend: '3 close this month' },
  { value: '96%', label: 'finished on time', trend: 'over 30 days' },
  { value: '$7,250', label: 'earned this month', trend: '58% of the goal' },
];

const features: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'tasks',
    title: 'Tasks & Projects',
    text: 'Who does what, until when. Sub-tasks, tags and priorities, and a list that says what is late before a client does.',
  },
  {
    icon: 'clients',
    title: 'Clients & Deals',
    text: 'Every client with their deals, from the first call to the signed offer, and what all of it is worth.',
  },
  {
    icon: 'team',
    title: 'Team & Chat',
    text: 'Invite people by a code or by e-mail. Each sees what they need, and everybody sees the same plan.',
  },
  {
    icon: 'money',
    title: 'Finances',
    text: 'What comes in, what goes out, in 25 currencies with rates of the hour. Exact to the cent.',
  },
  {
    icon: 'copy',
    title: 'Documents & Automations',
    text: 'Contracts and drawings beside the work they belong to, and rules that do the steps you do every time.',
  },
  {
    icon: 'status',
    title: 'Analytics',
    text: 'What your work brings in, who carries it, and where it is stuck. Real figures, not decoration.',
  },
];

const steps = [
  {
    title: 'Found your group',
    text: 'Sign in with Google, name your business, and you are in. No card, no password, no sales call.',
  },
  {
    title: 'Bring your people',
    text: 'Send a code or an e-mail. Up to 25 people share one group, each with the role that you give them.',
  },
  {
    title: 'Run the day from here',
    text: 'Open Guildhall in the morning: what is due, who is on it, and what it is worth are on one screen.',
  },
];

const questions: readonly [question: string, answer: string][] = [
  [
    'How does the free trial work?',
    'Your 3 days start when you found your group, with every feature and without a card. When they end, you choose a plan or you stop. Nothing is ever charged by itself.',
  ],
  [
    'What does it cost?',
    '$20 a month or $200 a year, which saves you $40. One price for the whole group: nobody pays per head.',
  ],
  [
    'How many people can work with me?',
    'A group holds up to 25 people, and all of them are included. Projects and clients are unlimited.',
  ],
  [
    'Can I cancel at any time?',
    'Yes, in two clicks, in Settings. You keep everything until the end of the time that you have paid for. Within 14 days of a payment you can ask for your money back.',
  ],
  [
    'Who can see our data?',
    'Only the members of your group. Every record belongs to one group, and the server checks that with every request. Whoever you remove is out at once.',
  ],
  [
    'Can I take my data with me?',
    'Yes. You can download what is kept about you as one file, whenever you like.',
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

const Street = () => (
  <svg aria-hidden="true" viewBox="0 0 640 200" preserveAspectRatio="xMidYMax slice" className="street">
    <path
      className="street-far"
      d="M0 200V94h24V74h20V56h18V36h28v20h18v18h20v20h24V46l54-40 54 40v48h22V72h20V52h18V32h30v20h18v20h20v22h24V40h26V18h22V6h32v12h22v22h26v54h26v-24h30v24h30v106z"
    />
    <path
      className="street-near"
      d="M0 200v-54l44-40 44 40v12h26v-22h22v-20h20V94h36v22h20v20h22v22h30v-50h28V82h24V60h22V40h44v20h22v22h24v26h28v52h24l48-44 48 44v-20h24v-18h20v18h20v60z"
    />
    <path
      className="street-windows"
      d="M302 118h18v30h-18zM340 118h18v30h-18zM378 118h18v30h-18zM340 72h18v26h-18zM138 156h14v22h-14zM170 156h14v22h-14zM202 156h14v22h-14zM36 158h14v20H36zM488 160h14v20h-14zM520 160h14v20h-14z"
    />
  </svg>
);

/** The shop window (S1 §2). */
export const Landing = ({ styles }: { styles: readonly string[] }) => (
  <Document
    title="Guildhall: run your small business from one place"
    description="Tasks, clients, team, money and documents of a small business in one place. Free for 3 days, without a card. $20 a month for up to 25 people."
    styles={styles}
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
        <p className="eyebrow">For small businesses and agencies of up to 25 people</p>
        <h1>Run your whole business from one place</h1>
        <p className="lead">
          Tasks, clients, team, money and documents, finally together. Guildhall shows you in the morning what
          matters today, and in the evening what it brought in.
        </p>
        <p className="hero-actions">
          <a href={paths.signup} className="button bright large">
            Start Free Trial
          </a>
          <a href={paths.login} className="button outline large">
            Log In
          </a>
        </p>
        <p className="hero-note">3 days free · no card · cancel anytime</p>
      </div>
      <div className="wrap">
        <ul className="figures" aria-label="Sample figures of an invented business">
          {figures.map(({ value, label, trend }) => (
            <li key={label}>
              <strong>{value}</strong>
              <span>{label}</span>
              <small>{trend}</small>
            </li>
          ))}
        </ul>
        <p className="sample">Sample figures of an invented business</p>
      </div>
      <Street />
    </section>

    <Section
      id="features"
      title="Everything that a small business juggles, in one hand"
      text="Unlimited projects and clients, your whole team included. No module to buy later."
    >
      <ul className="cards">
        {features.map(({ icon, title, text }) => (
          <li key={title} className="card">
            <span className="card-icon">
              <Icon name={icon} size={22} />
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>

    <Section
      id="how"
      title="Working before your coffee is cold"
      text="From the first click to the first task in two minutes."
    >
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
      title="One plan. All of it."
      text="One price for the group, whether you are two or twenty-five."
    >
      <div className="price-card">
        <p className="price">
          <strong>{planFacts.monthly.price}</strong> / {planFacts.monthly.per}
        </p>
        <p>
          or {planFacts.yearly.price} / {planFacts.yearly.per}{' '}
          <span className="pill">{planFacts.yearly.badge}</span>
          <br />
          <span className="soft">{planFacts.yearly.note}</span>
        </p>
        <ul className="points">
          {[...planPoints, 'Unlimited projects and clients', '100 GB for documents'].map((point) => (
            <li key={point}>
              <Icon name="check" />
              {point}
            </li>
          ))}
        </ul>
        <a href={paths.signup} className="button primary large">
          Start Free Trial
        </a>
        <p className="soft small">Up to 25 people per group. Prices in US dollars.</p>
      </div>
    </Section>

    <Section id="faq" title="Questions, answered plainly" text="What people ask before they start.">
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
        <h2 id="closing-title">Tomorrow morning could be calmer</h2>
        <a href={paths.signup} className="button bright large">
          Start Free Trial
        </a>
      </div>
    </section>
  </Document>
);
