// What other features may use of this one: what a plan means for its account holder, and the ways to Stripe's pages.
export { usePlanNotifications } from './plan-notifications.ts';
export { checkoutProblem, goToCheckout, goToPortal } from './stripe-pages.ts';
export { trialWords } from './trial-words.ts';
