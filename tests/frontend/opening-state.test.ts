import { expect, it } from 'vitest';
import { paths } from '../../frontend/core/paths.ts';
import { isOpenedOverPage, openingState } from '../../frontend/core/url-state.ts';

const isOver = (to: string, pathname: string): boolean => isOpenedOverPage(openingState(to, pathname));

it('a record of the list that is shown opens over it, and what is asked about one does', () => {
  expect(isOver('/dashboard/tasks/01J', paths.tasks)).toBe(true);
  expect(isOver('/dashboard/tasks?record=new', paths.tasks)).toBe(true);
});

it('another page takes the place of the one that is shown: it begins at its top, and is left by Back', () => {
  expect(isOver('/dashboard/team/01J', paths.team)).toBe(false);
  expect(isOver(paths.deletedTasks, paths.tasks)).toBe(false);
  expect(isOver('/dashboard/tasks/01J', paths.settings)).toBe(false);
});
