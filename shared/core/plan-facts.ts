/**
 * What we promise about trial, prices and limits (S1 §9): the one table behind landing, FAQ, payment page, mails and
 * terms. Stripe's prices are the ones that are charged.
 */
export const planFacts = {
  trialDays: 3,
  /** Members, pending invitations included. */
  largestGroup: 25,
  storageGb: 100,
  currencies: 25,
  refundDays: 14,
  /** How long ahead a change of prices is announced. */
  priceNoticeDays: 30,
  /** For how long data may be retained after deletion, where the law asks for it. */
  retainedYears: 7,
  yearlySaving: '$40',
  yearlySavingPercent: '17%',
} as const;

/** The two plans as their cards show them (S1 §2). */
export const plans = {
  monthly: { name: 'Monthly', price: '$20', per: 'month', badge: 'Popular', note: '' },
  yearly: {
    name: 'Yearly',
    price: '$200',
    per: 'year',
    badge: `Save ${planFacts.yearlySavingPercent}`,
    note: `Save ${planFacts.yearlySaving} compared to monthly`,
  },
} as const;
export type PaidPlan = keyof typeof plans;

/** Both prices in a sentence. */
export const prices = `${plans.monthly.price} a month or ${plans.yearly.price} a year`;

/**
 * What both plans give (S1 §2; PRODUCT §3 says how many team members).
 * @param withTrial whether the reader can (still) have the free trial
 */
export const planPoints = (withTrial: boolean): string[] => [
  ...(withTrial ? [`${planFacts.trialDays}-day free trial included`] : []),
  `Up to ${planFacts.largestGroup} team members`,
  'All features unlocked',
  'Cancel anytime',
];
