import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openBrowser, keepTokens as signIn, tokenOf } from '../support/fake-browser.ts';

beforeEach(() => {
  openBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the tokens that a browser keeps', () => {
  it('are forgotten when the server refuses them, and not when it refuses those of somebody before', async () => {
    const { dropTokens, keptOwner } = await import('../../frontend/core/kept-tokens.ts');
    signIn('ada');
    signIn('bob');
    dropTokens(tokenOf('ada'));
    expect(keptOwner()).toBe('bob');
    dropTokens(tokenOf('bob'));
    expect([keptOwner(), Object.keys(localStorage)]).toEqual([null, []]);
  });

  it('lose those of whoever was signed in before', async () => {
    const { dropOtherTokens } = await import('../../frontend/core/kept-tokens.ts');
    signIn('ada');
    signIn('bob');
    dropOtherTokens();
    expect(Object.keys(localStorage).some((name) => name.includes('ada'))).toBe(false);
    expect(Object.keys(localStorage)).toHaveLength(2);
  });
});

describe('what a browser keeps of people', () => {
  it('is one person’s: whoever signs in leaves nothing of those before', async () => {
    const { forgetOthers, personalStore } = await import('../../frontend/core/device-store.ts');
    signIn('ada');
    personalStore('ada').remember('draft:task:new', 'private');
    signIn('bob');
    personalStore('bob').remember('draft:task:new', 'mine');
    // Not theirs any more to write.
    personalStore('ada').remember('draft:late', 'private');
    forgetOthers('bob');
    expect(Object.keys(localStorage).filter((name) => name.startsWith('gh-person:'))).toEqual([
      'gh-person:bob:draft:task:new',
    ]);
  });

  it('is of one group: in another one nothing of it is shown', async () => {
    const { keepForGroup, personalStore } = await import('../../frontend/core/device-store.ts');
    signIn('ada');
    const { recall, remember } = personalStore('ada');
    keepForGroup('ada', 'delta');
    remember('draft:task:new', 'of Delta');
    keepForGroup('ada', 'delta');
    expect(recall('draft:task:new')).toBe('of Delta');
    keepForGroup('ada', 'echo');
    expect(recall('draft:task:new')).toBeNull();
  });
});
