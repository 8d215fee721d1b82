import type * as z from 'zod';
import type { FieldProblem } from '../../shared/core/errors.ts';
import {
  differingFields,
  emptyValues,
  type Field,
  type FieldTable,
  mergeValues,
  type ValuesOf,
  valuesIn,
} from '../../shared/core/fields.ts';
import type { ChecklistItem } from '../../shared/core/list-fields.ts';
import type { RecordOf, Records } from './records.ts';

type ValueOf<D> = D extends Field<infer T> ? T : never;

/** How a field's value is held while it is edited, where its control speaks of it otherwise. */
export interface FormCodec<V, T> {
  toForm: (value: V) => T;
  fromForm: (typed: T) => V;
}

/** A date's control speaks text. */
export const dateCodec: FormCodec<string | null, string> = {
  toForm: (date) => date ?? '',
  fromForm: (text) => text || null,
};

/** A line of a checklist in a form: it needs a key before it has an id. */
export type ChecklistRow = ChecklistItem & { key: string };

/** Rows of a checklist; empty ones are ignored (S2 §5). */
export const checklistCodec: FormCodec<ChecklistItem[], ChecklistRow[]> = {
  toForm: (items) => items.map((item, at) => ({ ...item, key: item.id ?? `new ${at}` })),
  fromForm: (rows) =>
    rows
      .filter(({ title }) => title.trim() !== '')
      .map(({ id, title, completed }) => ({ ...(id && { id }), title, completed })),
};

// biome-ignore lint/suspicious/noExplicitAny: a codec of any field
type AnyCodec = FormCodec<any, any>;
type CodecsOf<F extends FieldTable> = { readonly [K in keyof F]?: AnyCodec };

/** A record as its form holds it. */
export type FormOf<F extends FieldTable, C extends CodecsOf<F>> = {
  [K in keyof F]: C[K] extends { toForm: (value: never) => infer T } ? T : ValueOf<F[K]>;
};

/** An unsaved form, and the record that it was made from (null: a new one). */
export interface Draft<R, Form> {
  base: R | null;
  form: Form;
}

/** A form of a record that somebody else has changed. */
export interface Rebased<R, Form> extends Draft<R, Form> {
  base: R;
  /** Fields that nobody had touched here, and show what they are now. */
  updated: string[];
  /** Fields that both sides have changed differently: they stay as they were typed until the person chooses. */
  conflicts: string[];
}

/** All that a form of a kind of record does without a screen. */
export interface FormDefinition<R, Form, Values = object> {
  /** The form of a record, or of a new one. */
  formOf: (record: R | null) => Form;
  /** What a form holds, unchecked, as a record has it. */
  valuesOf: (form: Form) => Values;
  /** Whether a stored value still has the shape of a draft. */
  isDraft: (value: unknown) => value is Draft<R, Form>;
  /**
   * Puts a form on top of its record as it is now. What was not touched takes the new value. Where both sides have changed a
   * field, `base` keeps what they started from, and its version: saving then merges, or asks (record-changes.ts).
   */
  rebase: (base: R, form: Form, current: R) => Rebased<R, Form>;
  /** The first error of each field; an error of a row is told with the row's number. */
  errorsOf: (problems: readonly FieldProblem[]) => Partial<Record<string, string>>;
}

/** Some fields of a form or of a record. */
export const picked = <T extends object>(from: T, fields: readonly string[]): Partial<T> =>
  Object.fromEntries(fields.map((field) => [field, from[field as keyof T]])) as Partial<T>;

/** An error of one row says which: `Tag 3: …`. One of all of them stands for itself. */
export const ofRow = (row: string, error: string): string =>
  /^\d+: /.test(error) ? `${row} ${error}` : error;

/**
 * The form of a kind of record, from its table of fields.
 * @param codecs of the fields whose controls hold something else than the value
 */
export const defineForm = <F extends FieldTable, R extends RecordOf<F>, Q, const C extends CodecsOf<F>>(
  { fields }: Records<F, R, Q>,
  codecs: C,
): FormDefinition<R, FormOf<F, C>, ValuesOf<F>> => {
  type Form = FormOf<F, C>;
  const names = Object.keys(fields);

  const convert = (from: object, way: keyof AnyCodec): object =>
    Object.fromEntries(
      names.map((name) => {
        const value = (from as Record<string, unknown>)[name];
        return [name, codecs[name] ? codecs[name][way](value) : value];
      }),
    );
  const formOf = (record: R | null): Form => convert(record ?? emptyValues(fields), 'toForm') as Form;
  const valuesOf = (form: Form): ValuesOf<F> => convert(form as object, 'fromForm') as ValuesOf<F>;
  const blank: Readonly<Record<string, unknown>> = formOf(null);

  return {
    formOf,
    valuesOf,

    isDraft: (value): value is Draft<R, Form> => {
      if (typeof value !== 'object' || value === null) return false;
      const { form, base } = value as Partial<Draft<R, Record<string, unknown>>>;
      return (
        base !== undefined &&
        typeof form === 'object' &&
        names.every((name) => typeof form[name] === typeof blank[name])
      );
    },

    rebase: (base, form, current) => {
      const [before, mine, theirs] = [valuesIn(fields, base), valuesOf(form), valuesIn(fields, current)];
      const changed = differingFields(fields, before, theirs);
      const touched = differingFields(fields, before, mine);
      const updated = changed.filter((field) => !touched.includes(field));
      const both = differingFields(fields, mine, theirs).filter(
        (field) => changed.includes(field) && touched.includes(field),
      );
      return {
        base: {
          ...current,
          ...picked(base, both),
          version: both.length > 0 ? base.version : current.version,
        },
        form: { ...form, ...picked(formOf(current), updated) },
        updated,
        conflicts: mergeValues(fields, before, mine, theirs).conflicts,
      };
    },

    errorsOf: (problems) => {
      const errors: Partial<Record<string, string>> = {};
      for (const { field, message } of problems) {
        const [name = '', row] = field.split('.');
        if (!names.includes(name) || errors[name]) continue;
        errors[name] = row === undefined ? message : `${Number(row) + 1}: ${message}`;
      }
      return errors;
    },
  };
};

/**
 * Checks values by the schema that the server uses, and cleans them.
 * @returns what may be sent, or the problems, each with the field that it is about
 */
export const checkValues = <T>(
  schema: z.ZodType<T>,
  values: unknown,
): { checked: T; problems?: undefined } | { checked?: undefined; problems: FieldProblem[] } => {
  const result = schema.safeParse(values);
  if (result.success) return { checked: result.data };
  return {
    problems: result.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
  };
};
