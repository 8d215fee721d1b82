let watching = false;

/** Notes whether a person is looking at the newest message right now. */
export const noteWatching = (value: boolean): void => {
  watching = value;
};

export const isWatching = (): boolean => watching;
