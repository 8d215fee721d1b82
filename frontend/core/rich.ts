import { createElement, Fragment, type ReactNode } from 'react';
import type { TagsIn, ValuesIn } from '../../shared/core/message-syntax.ts';
import { type Handlers, type Literal, tParts } from '../../shared/core/translate.ts';

type Rich = <const S extends string>(
  text: Literal<S>,
  values: ValuesIn<S> & Handlers<TagsIn<S>, ReactNode>,
) => ReactNode;

/** A text with markup: `rich('Read the <terms>terms</terms>.', { terms: (inside) => <a href={paths.terms}>{inside}</a> })`. */
export const rich: Rich = (text: unknown, values: object): ReactNode =>
  createElement(Fragment, null, ...(tParts as (...given: unknown[]) => ReactNode[])(text, values));
