import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeTab, keepTokens, openBrowser, openTab } from '../support/fake-browser.ts';

/** The page of somebody who is signed in, as a tab loads it. */
const load = async () => {
  const drafts = await import('../../frontend/core/drafts.ts');
  (await import('../../frontend/core/page-identity.ts')).showsGroup('ada', 'delta');
  return drafts;
};
const leave = (tab: FakeTab) => tab.window.dispatchEvent(new Event('pagehide'));
const isText = (value: unknown): value is string => typeof value === 'string';

let first: FakeTab;
beforeEach(() => {
  first = openBrowser();
  keepTokens('ada');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a draft about something new', () => {
  it('is of one tab: what two tabs write lies side by side', async () => {
    const one = await load();
    one.saveDraft('ada', one.subjectInTab('ada', 'task:new'), 'Of the first');
    openTab();
    const other = await load();
    const subject = other.subjectInTab('ada', 'task:new');
    expect(other.loadDraft('ada', subject, isText)).toBeNull();
    other.saveDraft('ada', subject, 'Of the second');
    expect(one.loadDraft('ada', one.subjectInTab('ada', 'task:new'), isText)).toBe('Of the first');
    expect(other.loadDraft('ada', subject, isText)).toBe('Of the second');
  });

  it('comes back to the tab that was loaded again, also where another one has left something', async () => {
    const second = openTab();
    let drafts = await load();
    drafts.saveDraft('ada', drafts.subjectInTab('ada', 'task:new'), 'Of the second');
    leave(second);
    openTab(first);
    drafts = await load();
    drafts.saveDraft('ada', `task:new@${sessionStorage.getItem('gh-tab')}`, 'Of the first');
    leave({ ...first, window });
    openTab(first);
    drafts = await load();
    expect(drafts.loadDraft('ada', drafts.subjectInTab('ada', 'task:new'), isText)).toBe('Of the first');
  });

  it('that a closed tab has left is offered to the next tab that asks, and to one alone', async () => {
    const drafts = await load();
    drafts.saveDraft('ada', drafts.subjectInTab('ada', 'task:new'), 'Half a thought');
    leave(first);
    openTab();
    const next = await load();
    expect(next.loadDraft('ada', next.subjectInTab('ada', 'task:new'), isText)).toBe('Half a thought');
    openTab();
    const third = await load();
    expect(third.loadDraft('ada', third.subjectInTab('ada', 'task:new'), isText)).toBeNull();
  });
});

describe('any draft', () => {
  it('is of one person and one subject, until it is cleared', async () => {
    const drafts = await load();
    drafts.saveDraft('ada', 'task:1', 'mine');
    expect(drafts.draftSubjects('ada', 'task:')).toEqual(['task:1']);
    expect(drafts.loadDraft('ada', 'task:2', isText)).toBeNull();
    expect(drafts.loadDraft('bob', 'task:1', isText)).toBeNull();
    drafts.clearDraft('ada', 'task:1');
    expect(drafts.loadDraft('ada', 'task:1', isText)).toBeNull();
  });

  it('is left out when an older release wrote something else, or it is damaged', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const drafts = await load();
    drafts.saveDraft('ada', 'task:1', { not: 'a text' });
    expect(drafts.loadDraft('ada', 'task:1', isText)).toBeNull();
    localStorage.setItem('gh-person:ada:draft:task:1', '{"half');
    expect(drafts.loadDraft('ada', 'task:1', isText)).toBeNull();
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('that finds no room is not kept, and all else goes on', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const drafts = await load();
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new Error('QuotaExceededError');
    });
    drafts.saveDraft('ada', 'task:1', 'mine');
    expect(drafts.loadDraft('ada', 'task:1', isText)).toBeNull();
    expect(warn).toHaveBeenCalled();
  });
});
