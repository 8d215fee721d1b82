import type { ReactNode } from 'react';
import styles from './settings.module.css';

const looks = {
  swatches: { group: styles.swatches, one: styles.swatch },
  rows: { group: styles.currencies, one: styles.currency },
};

interface ChoicesProps<T extends string> {
  /** What is chosen, read aloud before the choices. */
  legend: string;
  look: keyof typeof looks;
  choices: readonly T[];
  chosen: T;
  onChoose: (choice: T) => void;
  children: (choice: T) => ReactNode;
}

/** Radio buttons of which each is a whole tile or row. */
export const Choices = <T extends string>({
  legend,
  look,
  choices,
  chosen,
  onChoose,
  children,
}: ChoicesProps<T>) => (
  <fieldset className={looks[look].group}>
    <legend className="visually-hidden">{legend}</legend>
    {choices.map((choice) => (
      <label key={choice} className={looks[look].one}>
        <input type="radio" name={legend} checked={choice === chosen} onChange={() => onChoose(choice)} />
        {children(choice)}
      </label>
    ))}
  </fieldset>
);
