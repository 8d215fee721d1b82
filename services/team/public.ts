// What other modules may ask of this one: the invitations that an e-mail address has received.
export { invitationsTo } from './invitation-store.ts';
