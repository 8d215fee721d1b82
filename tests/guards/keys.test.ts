import { describe, expect, it } from 'vitest';
import * as accessKeys from '../../services/access/access-keys.ts';
import * as billingKeys from '../../services/billing/billing-keys.ts';
import * as chatKeys from '../../services/chat/chat-keys.ts';
import * as recordKeys from '../../services/core/record-keys.ts';
import { ratesKey } from '../../services/currency/rates-keys.ts';
import * as historyKeys from '../../services/history/history-keys.ts';
import * as teamKeys from '../../services/team/team-keys.ts';

/**
 * Where rows lie. They lie there already in tables that hold people's work: another key is another row, so that what was there is
 * lost from sight, or worse, found by somebody else.
 */
describe('where rows lie', () => {
  it('records, those in Trash, and those that an index finds', () => {
    expect({
      partition: recordKeys.recordPartition('one', 'task'),
      key: recordKeys.recordKey('one', 'task', 'id'),
      trash: recordKeys.trashPartition('one', 'task'),
      trashKey: recordKeys.trashKey('one', 'task', 'id'),
      value: recordKeys.valuePartition('one', 'task', 'status', 'pending'),
      column: recordKeys.indexColumn('gsi2'),
    }).toEqual({
      partition: 'ORG#one#TASK',
      key: { pk: 'ORG#one#TASK', sk: 'id' },
      trash: 'ORG#one#TASK#TRASH',
      trashKey: { pk: 'ORG#one#TASK#TRASH', sk: 'id' },
      value: 'ORG#one#TASK#status#pending',
      column: 'gsi2pk',
    });
  });

  it('which organization a row is of is read from its partition, and from no other text', () => {
    const read = recordKeys.organizationInKey;
    expect(read('ORG#one#TASK')).toBe('one');
    expect(read('ORG#one#TASK#TRASH')).toBe('one');
    for (const other of [
      'ORG#one',
      'ORG##TASK',
      'LOG#one#EVENTS',
      'MY ORG#one#TASK',
      'USER#one',
      '',
      undefined,
      null,
      7,
    ])
      expect([other, read(other)]).toEqual([other, undefined]);
  });

  it('people, trials and the deletion of accounts', () => {
    expect({
      person: accessKeys.personTrialKey('ada'),
      email: accessKeys.emailTrialKey('ada'),
      deletions: accessKeys.deletionIndexKey,
      trials: accessKeys.trialIndexKey('2026-04-01T12:34:56.000Z'),
    }).toEqual({
      person: { pk: 'TRIAL#bAvmsbU6xlIrhn__KL_VRFoEMdaB6u8QZnKw0qEMY-g', sk: 'TRIAL' },
      email: { pk: 'TRIAL#6rulsO5odDu9nW8tTvBZ3S1zWjv2WF62txvXjIdIuX0', sk: 'TRIAL' },
      deletions: { gsi2pk: 'ACCOUNT_DELETIONS' },
      trials: { gsi2pk: 'TRIALS#2026-04-01T12' },
    });
  });

  it('billing and rates', () => {
    expect([billingKeys.eventKey('evt'), billingKeys.checkoutKey('one'), ratesKey]).toEqual([
      { pk: 'STRIPE_EVENT#evt', sk: 'EVENT' },
      { pk: 'ORG#one', sk: 'CHECKOUT' },
      { pk: 'CURRENCY_RATES', sk: 'USD' },
    ]);
  });

  it('the chat', () => {
    expect([
      chatKeys.messageKey('one', 12),
      chatKeys.chatHeadKey('one'),
      chatKeys.messageIdKey('one', 'id'),
      chatKeys.readMarkerKey('one', 'ada'),
    ]).toEqual([
      { pk: 'ORG#one#CHAT', sk: '0000000000000012' },
      { pk: 'ORG#one', sk: 'CHAT' },
      { pk: 'ORG#one#CHAT_IDS', sk: 'id' },
      { pk: 'ORG#one#CHAT_PLACES', sk: 'ada' },
    ]);
  });

  it('codes, invitations and attempts', () => {
    expect([
      teamKeys.codeKey('one', 'id'),
      teamKeys.codeTextKey('ABCD'),
      teamKeys.invitationKey('one', 'id'),
      teamKeys.invitedEmailKey('one', 'ada@example.com'),
      teamKeys.invitationLinkKey('secret'),
      teamKeys.receivedPartition('ada@example.com'),
      teamKeys.attemptsKey('ada', 7),
    ]).toEqual([
      { pk: 'ORG#one#CODES', sk: 'id' },
      { pk: 'CODE#ABCD', sk: 'CODE' },
      { pk: 'ORG#one#INVITATIONS', sk: 'id' },
      { pk: 'ORG#one#INVITED', sk: 'ada@example.com' },
      { pk: 'INVITATION_LINK#K7gNU3sdo-OL0wNhqoVWhr3g6s1xYv72ol_pe_Unols', sk: 'LINK' },
      'EMAIL#ada@example.com#INVITATIONS',
      { pk: 'ATTEMPTS#ada', sk: '7' },
    ]);
  });

  it('the log and its index of words', () => {
    expect([
      historyKeys.eventKey('one', 12),
      historyKeys.recordPartition('one', 'task', 'id'),
      historyKeys.activityPartition('one'),
      historyKeys.userActivityPartition('one', 'ada'),
      historyKeys.changeMark('one', 'change', '2026-04-01T12:34:56.789Z'),
      historyKeys.counterKeys.day('one', '2026-04-01'),
      historyKeys.counterKeys.month('one', '2026-04-01'),
      historyKeys.counterKeys.total('one'),
      historyKeys.personKey('one', 'ada'),
      historyKeys.wordKey('one', 'task', 'paint', '01ARZ3NDEKTSV4RRFFQ69G5FAV'),
      historyKeys.wordKey('one', 'member', 'ada', 'ada-1'),
      historyKeys.searchEntryKey('one', 'task', 'id'),
    ]).toEqual([
      { pk: 'LOG#one#EVENTS', sk: '0000000000000012' },
      'LOG#one#RECORD#task#id',
      'LOG#one#ACTIVITY',
      'LOG#one#BY#ada',
      { key: { pk: 'LOG#one#CHANGES', sk: '2026-04-01T12:34:56#2' }, attribute: '6hLqzn1lX0cc5V40' },
      { pk: 'LOG#one#COUNTERS', sk: 'DAY#2026-04-01' },
      { pk: 'LOG#one#COUNTERS', sk: 'MONTH#2026-04' },
      { pk: 'LOG#one#COUNTERS', sk: 'TOTAL' },
      { pk: 'LOG#one#PEOPLE', sk: 'ada' },
      { pk: 'LOG#one#WORDS#task', sk: 'paint#ZYN70WAJHC564V77GG8SPFTGN4' },
      { pk: 'LOG#one#WORDS#member', sk: 'ada#ada-Y' },
      { pk: 'LOG#one#SEARCH_ENTRIES#task', sk: 'id' },
    ]);
  });

  it('the eight rows of a second share its changes', () => {
    const rows = Array.from(
      { length: 200 },
      (_, n) => historyKeys.changeMark('one', `change ${n}`, '2026-04-01T12:34:56Z').key.sk,
    );
    expect([...new Set(rows)].sort()).toEqual(
      Array.from({ length: 8 }, (_, n) => `2026-04-01T12:34:56#${n}`),
    );
  });
});
