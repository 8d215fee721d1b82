import { expect, test } from 'vitest';
import { kindIcons } from '../../frontend/app/kind-icons.ts';
import { kinds } from '../../shared/kinds.ts';

test('every icon that a kind of record names has its drawing', () => {
  const named = Object.values(kinds).flatMap(({ icon }) => icon ?? []);
  expect(named).not.toEqual([]);
  expect(named.filter((name) => !(name in kindIcons))).toEqual([]);
});
