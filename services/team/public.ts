// What other modules may ask of this one: the invitations that an address has received.
export { invitationsTo } from './team-store.ts';
