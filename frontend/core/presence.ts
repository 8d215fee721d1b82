const nobody: ReadonlySet<string> = new Set();

/** The ids of the members who are there at the moment. Nobody is known to be as long as nothing is live. */
export const useOnline = (): ReadonlySet<string> => nobody;
