import type { KeyboardEvent } from 'react';

// What Safari says of the Enter that ends a composition, which is over by then.
const keyOfInputMethod = 229;

/** Whether a key belongs to an input method (Japanese, Chinese, Korean …): its Enter chooses a word and means nothing else. */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === keyOfInputMethod;
