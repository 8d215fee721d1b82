import { readNumber, writeNumber } from '../../shared/core/numbers.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

interface NumberFieldProps
  extends Omit<TextFieldProps, 'inputMode' | 'onBlur' | 'onKeyDown' | 'longest' | 'autoComplete'> {
  /** Digits after the decimal mark; 0: whole numbers. */
  decimals?: number;
  /** What may be typed beside the number, such as `€` and `EUR`. */
  units?: readonly string[];
}

/**
 * A line for a number, typed as people write numbers. Left, or sent with Enter, it shows what it has understood, as the reader
 * writes it; what it has not understood stays, and whoever reads the form says so.
 */
export const NumberField = ({ decimals = 0, units, value, onChange, ...field }: NumberFieldProps) => {
  const showUnderstood = (): void => {
    const understood = readNumber(value, { decimals, units });
    if (understood !== null) onChange(writeNumber(understood, { decimals }));
  };
  return (
    <TextField
      {...field}
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={value}
      onChange={onChange}
      onBlur={showUnderstood}
      onKeyDown={(event) => event.key === 'Enter' && showUnderstood()}
    />
  );
};
