import styles from './state-mark.module.css';

/** What says a state without its colour: each is another shape, and still one at 12 pixels or in grey. */
const marks = {
  /** Nothing has begun. */
  waiting: <circle cx="6" cy="6" r="4.25" />,
  /** Something has. */
  started: (
    <>
      <circle cx="6" cy="6" r="4.25" />
      <path data-full="" d="M6 1.75a4.25 4.25 0 0 1 0 8.5z" />
    </>
  ),
  /** Somebody is to look at it. */
  review: (
    <>
      <circle cx="6" cy="6" r="4.25" />
      <circle data-full="" cx="6" cy="6" r="1.75" />
    </>
  ),
  done: (
    <>
      <circle data-full="" cx="6" cy="6" r="5" />
      <path data-cut="" d="M3.750 6.200l1.600 1.600 3-3.400" />
    </>
  ),
  /** It will not go on by itself. */
  stopped: (
    <>
      <circle cx="6" cy="6" r="4.25" />
      <path d="M3.200 8.800l5.600-5.600" />
    </>
  ),
} as const;

export type StateMarkName = keyof typeof marks;

/** The shape of a state, in the colour of its words. */
export const StateMark = ({ of }: { of: StateMarkName }) => (
  <svg aria-hidden="true" width="12" height="12" viewBox="0 0 12 12" className={styles.mark}>
    {marks[of]}
  </svg>
);
