import { Field, type FieldProps } from './field.tsx';
import { LineInput, type LineInputProps } from './line-input.tsx';

export interface TextFieldProps
  extends Omit<FieldProps, 'children'>,
    Omit<LineInputProps, 'required' | 'className' | 'id'> {}

/** A labelled line of text with its hint and its error. */
export const TextField = ({ label, required, hint, error, labelHidden, ...input }: TextFieldProps) => (
  <Field label={label} required={required} hint={hint} error={error} labelHidden={labelHidden}>
    {(control) => <LineInput {...input} {...control} />}
  </Field>
);
