import { t } from './translate.ts';

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
  monthly: {
    get name() {
      return t('Monthly');
    },
    price: '$20',
    get per() {
      return t('month');
    },
    get badge() {
      return t('Popular');
    },
    note: '',
  },
  yearly: {
    get name() {
      return t('Yearly');
    },
    price: '$200',
    get per() {
      return t('year');
    },
    get badge() {
      return t('Save {amount}', { amount: planFacts.yearlySavingPercent });
    },
    get note() {
      return t('Save {amount} compared to monthly', { amount: planFacts.yearlySaving });
    },
  },
} as const;
export type PaidPlan = keyof typeof plans;

/** Both prices in a sentence. */
export const prices = (): string =>
  t('{monthly} a month or {yearly} a year', { monthly: plans.monthly.price, yearly: plans.yearly.price });

/**
 * What both plans give (S1 §2; PRODUCT §3 says how many team members).
 * @param withTrial whether the reader can (still) have the free trial
 */
export const planPoints = (withTrial: boolean): string[] => [
  ...(withTrial ? [t('{days, number}-day free trial included', { days: planFacts.trialDays })] : []),
  t('Up to {most, number} team members', { most: planFacts.largestGroup }),
  t('All features unlocked'),
  t('Cancel anytime'),
];
