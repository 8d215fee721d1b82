import { describe, expect, it } from 'vitest';
import { absent, allOf, inVersion, setting } from '../../services/core/expressions.ts';

describe('a condition', () => {
  it('that a row is absent asks for its key', () => {
    expect(absent).toEqual({ text: 'attribute_not_exists(pk)' });
  });

  it('that a row has a version holds for no row that is gone', () => {
    expect(inVersion(3)).toEqual({
      text: 'attribute_exists(pk) AND #version = :expected',
      names: { '#version': 'version' },
      values: { ':expected': 3 },
    });
  });

  it('of several holds as each of them does, whatever is in it', () => {
    expect(
      allOf(
        { text: 'a = :a OR b = :a', values: { ':a': 1 } },
        { text: '#c = :c', names: { '#c': 'c' }, values: { ':c': 2 } },
      ),
    ).toEqual({
      text: '(a = :a OR b = :a) AND (#c = :c)',
      names: { '#c': 'c' },
      values: { ':a': 1, ':c': 2 },
    });
  });
});

it('sets the fields that are given, null and false too, and no others', () => {
  expect(setting({ one: 1, two: undefined, three: null, four: false })).toEqual({
    text: 'SET #one = :one, #three = :three, #four = :four',
    names: { '#one': 'one', '#three': 'three', '#four': 'four' },
    values: { ':one': 1, ':three': null, ':four': false },
  });
});
