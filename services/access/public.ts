// What other modules may ask of this one: how a person and a group are read from their rows, and what a session looks like.
export { trialsPartition } from './access-keys.ts';
export { type GroupNow, groupNow, type Profile, profileIn } from './access-store.ts';
export { sessionOf } from './session.ts';
