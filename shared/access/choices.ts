/** Kinds of plan that a group can be on. */
export const planTypes = ['trial', 'monthly', 'yearly', 'none'] as const;

/** What a person chooses of how the pages look. */
export const themes = ['light', 'dark'] as const;
export const accents = ['green', 'blue', 'orange', 'pink', 'purple', 'yellow'] as const;
