// How much of each a task has room for.
export const maxTags = 20;
export const maxSubtasks = 100;
