// What other modules may ask of this one: how a person is read from their row, and what a session looks like.
export { trialsPartition } from './access-keys.ts';
export { type Profile, readProfile, toProfile } from './profile-store.ts';
export { sessionOf } from './session.ts';
