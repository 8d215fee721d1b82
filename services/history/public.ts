// What other modules may ask of this one: that the log forgets what somebody was called.
export { forgetNamesInLog } from './member-names.ts';
