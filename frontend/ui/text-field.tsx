import type { InputHTMLAttributes } from 'react';
import { Field, type FieldProps } from './field.tsx';

export interface TextFieldProps
  extends Omit<FieldProps, 'children'>,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'required' | 'className' | 'id'> {
  value: string;
  onChange: (text: string) => void;
}

/** A labelled line of text with its hint and its error. */
export const TextField = ({
  label,
  required,
  hint,
  error,
  labelHidden,
  onChange,
  ...input
}: TextFieldProps) => (
  <Field label={label} required={required} hint={hint} error={error} labelHidden={labelHidden}>
    {(control) => <input {...input} {...control} onChange={(event) => onChange(event.target.value)} />}
  </Field>
);
