import type { Key } from '../core/table.ts';

/** "Was this event of Stripe's applied?" */
export const eventKey = (eventId: string): Key => ({ pk: `STRIPE_EVENT#${eventId}`, sk: 'EVENT' });

/** "Which checkout did this organization open last?" */
export const checkoutKey = (organizationId: string): Key => ({ pk: `ORG#${organizationId}`, sk: 'CHECKOUT' });
