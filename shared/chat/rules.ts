/** Characters of one message (S2 §5). */
export const longestMessage = 2000;

/** Messages that are shown at first, and that come with each step up (S2 §9). */
export const messagesShown = 100;

/** So many messages in so many milliseconds, of one person. */
export const sendingLimit = { most: 20, withinMs: 10_000 };
