// What other features may use of this one: who is in the group.
export { membersQuery } from './team-queries.ts';
