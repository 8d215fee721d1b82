import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { openTable } from '../core/dynamodb-table.ts';
import { environment } from '../core/environment.ts';
import { log } from '../core/log.ts';
import { openSockets } from '../core/sockets.ts';
import { imageIn } from '../core/stream-image.ts';
import { announce } from './announce.ts';
import { type ChangeFeedDeps, feedChanges, type StreamChange } from './changes.ts';
import { eventLogStore } from './event-log-store.ts';
import { searchIndexStore } from './search-index-store.ts';

const table = openTable(environment('TABLE_NAME'));
const sockets = openSockets(table, environment('SOCKET_ENDPOINT'));
const deps: ChangeFeedDeps = {
  log: eventLogStore(table),
  searchIndex: searchIndexStore(table),
  announce: announce(sockets),
  keptDays: Number(environment('HISTORY_DAYS')),
};

const changeIn = ({ eventID, dynamodb }: DynamoDBRecord): StreamChange => ({
  changeId: eventID ?? '',
  sequenceNumber: dynamodb?.SequenceNumber ?? '',
  before: imageIn(dynamodb?.OldImage),
  after: imageIn(dynamodb?.NewImage) ?? {},
});

/**
 * The table's stream: each change of a record becomes one event of its organization's log, and records stand under their words.
 * Whatever is delivered, and however often, both are the same; what could not be taken is asked for again.
 */
export const handler = async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const started = performance.now();
  const failed = await feedChanges(deps, Records.map(changeIn), new Date());
  log.info('changes', {
    changes: Records.length,
    failed: failed.length,
    durationMs: Math.round((performance.now() - started) * 10) / 10,
  });
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
};
