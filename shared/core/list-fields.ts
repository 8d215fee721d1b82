import { type Field, labelled, sameValue, type Told } from './fields.ts';
import { quoted } from './sentence.ts';
import { listed, type Text, t } from './translate.ts';

const mostNamed = 3;
const some = (names: readonly string[]): string =>
  listed([
    ...names.slice(0, mostNamed),
    ...(names.length > mostNamed ? [t('{count, number} more', { count: names.length - mostNamed })] : []),
  ]);

type Done = readonly [names: readonly string[], say: (names: string) => string];

/** `added “a” and “b”; removed “c”`; nothing where nothing but the order changed. */
const toldAs = (...done: readonly Done[]): Told => {
  const words = done.flatMap(([names, say]) => (names.length > 0 ? [say(some(names))] : []));
  return words.length > 0 ? { items: words.join('; ') } : undefined;
};
const added = (names: string): string => t('added {names}', { names });
const removed = (names: string): string => t('removed {names}', { names });

/** `undefined` where both sides together are more than there is room for: then a person has to choose. */
const within = <T>(most: number, merged: T[] | undefined): T[] | undefined =>
  merged && merged.length <= most ? merged : undefined;

/** Words that a record carries, each once, so many at most. Additions and removals of both sides count. */
export const tagsField = (label: Text, none: Text, most: number): Field<string[]> =>
  labelled<string[]>(label, {
    empty: [],
    show: (tags) => tags.join(', ') || none(),
    told: (was, is) =>
      toldAs(
        [is.filter((tag) => !was.includes(tag)).map(quoted), added],
        [was.filter((tag) => !is.includes(tag)).map(quoted), removed],
      ),
    merge: (base, mine, theirs) =>
      within(most, [
        ...theirs.filter((tag) => mine.includes(tag) || !base.includes(tag)),
        ...mine.filter((tag) => !base.includes(tag) && !theirs.includes(tag)),
      ]),
  });

/** A line that can be ticked off. One without an id is new. */
export interface ChecklistItem {
  id?: string | undefined;
  title: string;
  completed: boolean;
}

const withId = (items: readonly ChecklistItem[], id: string | undefined): ChecklistItem | undefined =>
  id === undefined ? undefined : items.find((item) => item.id === id);

const bothRenamed = (before: ChecklistItem, my: ChecklistItem, their: ChecklistItem): boolean =>
  my.title !== before.title && their.title !== before.title && my.title !== their.title;

/** Two changes of one line. A tick has two positions: both sides can only have moved it the same way. */
const ofBoth = (before: ChecklistItem, my: ChecklistItem, their: ChecklistItem): ChecklistItem => ({
  ...their,
  title: my.title === before.title ? their.title : my.title,
  completed: my.completed === before.completed ? their.completed : my.completed,
});

/** Lines of both sides; undefined when both changed the same one differently. */
const mergeLines = (
  base: ChecklistItem[],
  mine: ChecklistItem[],
  theirs: ChecklistItem[],
): ChecklistItem[] | undefined => {
  const merged: ChecklistItem[] = [];
  for (const their of theirs) {
    const before = withId(base, their.id);
    const my = withId(mine, their.id);
    if (!before || sameValue(my, before)) merged.push(their);
    else if (sameValue(their, before)) merged.push(...(my ? [my] : []));
    else if (my && !bothRenamed(before, my, their)) merged.push(ofBoth(before, my, their));
    else return undefined;
  }
  // What they do not have is new here, or was removed there.
  for (const my of mine) {
    if (withId(theirs, my.id)) continue;
    const before = withId(base, my.id);
    if (!before) merged.push(my);
    else if (!sameValue(my, before)) return undefined;
  }
  return merged;
};

const toldLines = (was: readonly ChecklistItem[], is: readonly ChecklistItem[]): Told => {
  const old = new Map(was.map((item) => [item.id, item]));
  const kept = new Set(is.map(({ id }) => id));
  const named = (items: readonly ChecklistItem[]) => items.map(({ title }) => quoted(title));
  const ticked = (to: boolean) =>
    is.filter(({ id, completed }) => completed === to && old.get(id)?.completed === !to);
  return toldAs(
    [named(is.filter(({ id }) => !old.has(id))), added],
    [named(ticked(true)), (names) => t('completed {names}', { names })],
    [named(ticked(false)), (names) => t('reopened {names}', { names })],
    [
      is.flatMap(({ id, title }) => {
        const before = old.get(id)?.title;
        return before === undefined || before === title
          ? []
          : [t('“{before}” to “{after}”', { before, after: title })];
      }),
      (names) => t('renamed {names}', { names }),
    ],
    [named(was.filter(({ id }) => !kept.has(id))), removed],
  );
};

/** Lines that can be ticked off, in an order, so many at most. Merged line by line. */
export const checklistField = (label: Text, none: Text, most: number): Field<ChecklistItem[]> =>
  labelled<ChecklistItem[]>(label, {
    empty: [],
    logged: 'changed-items',
    show: (items) =>
      items.map(({ title, completed }) => `${completed ? '☑' : '☐'} ${title}`).join('\n') || none(),
    told: toldLines,
    merge: (base, mine, theirs) => within(most, mergeLines(base, mine, theirs)),
  });
