import * as z from 'zod';
import { defineContract, defineRoute } from '../core/contract.ts';
import { Moment } from '../core/dates.ts';
import { defineErrors } from '../core/errors.ts';
import { naming, userId } from '../core/ids.ts';
import { PageQuery, pageOf, wholeNumber } from '../core/page.ts';
import { SearchText } from '../core/text.ts';
import { t } from '../core/translate.ts';
import { entities, foundEntities } from '../kinds.ts';

/** Who is further behind than this is told to load anew instead of catching up. */
export const furthestBehind = 1000;

/** One change of one record, as the organization's log has it. */
export const HistoryEvent = z.strictObject({
  /** Position in the organization's log: 1, 2, 3 … without a gap. */
  seq: z.number().int().positive(),
  /** Such as `task.completed`. */
  type: z.string(),
  entity: z.enum(entities),
  id: z.string(),
  /** What the record was called then. */
  title: z.string(),
  at: Moment,
  /** Who did it; null: no person did, such as a payment that came in. */
  by: z.string().nullable(),
  /** What they are called today. */
  byName: z.string().nullable(),
  /** Of long texts is known only that they changed: then `before` and `after` are absent. Of a list of sub-tasks they are what differs. */
  changes: z.array(
    z.strictObject({ field: z.string(), before: z.unknown().optional(), after: z.unknown().optional() }),
  ),
});
export type HistoryEvent = z.output<typeof HistoryEvent>;

/** A record that was found by its words. */
export const SearchHit = z.strictObject({
  entity: z.enum(foundEntities),
  id: z.string(),
  title: z.string(),
  /** What tells it apart: of a task its status, of a member their e-mail address. */
  detail: z.string(),
});
export type SearchHit = z.output<typeof SearchHit>;

/** How many records of each kind a search answers at most. */
export const mostHits = 8;

const Seq = wholeNumber(() => t('Give a number.'), 0, Number.MAX_SAFE_INTEGER);

const ActivityQuery = PageQuery.extend({
  /** Only what this person did. */
  by: userId().optional(),
});
export type ActivityQuery = z.output<typeof ActivityQuery>;

const read = { permission: 'history.read' } as const;

export const history = defineContract({
  module: 'history',
  title: 'History and activity',
  errors: defineErrors({}),
  routes: {
    listSince: defineRoute({
      method: 'GET',
      path: '/history',
      summary: 'What happened in the group after an event of its log, oldest first: for catching up',
      status: 200,
      access: read,
      query: z.strictObject({ after: Seq, limit: PageQuery.shape.limit }),
      output: z.strictObject({
        /** Empty, too, when `after` is more than 1,000 events ago: then everything has to be loaded anew. */
        items: z.array(HistoryEvent),
        /** The last event of the log. */
        seq: z.number().int().nonnegative(),
      }),
    }),
    listActivity: defineRoute({
      method: 'GET',
      path: '/activity',
      summary: 'What members of the group did, or one of them, newest first',
      status: 200,
      access: read,
      query: ActivityQuery,
      output: pageOf(HistoryEvent),
    }),
    listLatestByPerson: defineRoute({
      method: 'GET',
      path: '/activity/latest',
      summary: 'The last thing that each member of the group did',
      status: 200,
      access: read,
      output: z.strictObject({ items: z.array(HistoryEvent) }),
    }),
    listOfRecord: defineRoute({
      method: 'GET',
      path: '/history/{entity}/{recordId}',
      summary: 'The history of one record, newest first',
      status: 200,
      access: read,
      params: z.strictObject({
        entity: z.enum(entities),
        recordId: naming('record', z.string().min(1).max(128)),
      }),
      query: PageQuery,
      output: pageOf(HistoryEvent),
    }),
    search: defineRoute({
      method: 'GET',
      path: '/search',
      summary:
        'Records of the group that have words beginning with each of those typed, at most 8 of each kind',
      status: 200,
      access: read,
      query: z.strictObject({ q: SearchText }),
      output: z.strictObject({
        items: z.array(SearchHit),
        /** The kinds of which there are more, or may be: more letters narrow it down. */
        more: z.array(z.enum(foundEntities)),
      }),
    }),
  },
});
