// What other modules may ask of this one: that the log forgets what somebody was called.
export { forgetMemberInLog } from './member-names.ts';
