/** Prices as S1 §9 states them; Stripe's are the ones that are charged. */
export const planFacts = {
  monthly: { name: 'Monthly', price: '$20', per: 'month', badge: 'Popular', note: '' },
  yearly: {
    name: 'Yearly',
    price: '$200',
    per: 'year',
    badge: 'Save 17%',
    note: 'Save $40 compared to monthly',
  },
} as const;
export type PaidPlan = keyof typeof planFacts;

/** What both plans give (S1 §2). */
export const planPoints = [
  '3-day free trial included',
  'Unlimited team members',
  'All features unlocked',
  'Cancel anytime',
] as const;
