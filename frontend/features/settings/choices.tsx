import type { ReactNode } from 'react';
import { RadioTile } from '../../ui/radio-tile.tsx';
import styles from './settings.module.css';

interface ChoicesProps<T extends string> {
  /** What is chosen, read aloud before the choices. */
  legend: string;
  look: 'swatches' | 'rows';
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
  <fieldset className={look === 'rows' ? styles.currencies : styles.swatches}>
    <legend className="visually-hidden">{legend}</legend>
    {choices.map((choice) => {
      const input = { name: legend, checked: choice === chosen, onChange: () => onChoose(choice) };
      return look === 'rows' ? (
        <label key={choice} className={styles.currency}>
          <input {...input} type="radio" />
          {children(choice)}
        </label>
      ) : (
        <RadioTile key={choice} {...input} className={styles.swatch}>
          {children(choice)}
        </RadioTile>
      );
    })}
  </fieldset>
);
