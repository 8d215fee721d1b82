import { isDeepStrictEqual } from 'node:util';
import { callEngine } from '../dynamodb/dynamodb-call.ts';

/** One change of the table, as a function gets it. */
export interface ChangeRecord {
  eventID: string;
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  eventVersion: string;
  eventSource: string;
  awsRegion: string;
  eventSourceARN: string;
  dynamodb: {
    /** Seconds since 1970. */
    ApproximateCreationDateTime: number;
    Keys: object;
    NewImage?: object;
    OldImage?: object;
    SequenceNumber: string;
    SizeBytes: number;
    StreamViewType: string;
  };
}

/** Up to where a stream has been read. */
export interface StreamPosition {
  streamArn: string;
  shardId: string;
  sequenceNumber: string;
}

export interface StreamPage {
  records: ChangeRecord[];
  /** Behind the last record of the page, also where that one was dropped. */
  position: StreamPosition | undefined;
}

const recordsAtOnce = 1000;

/** Reads the table's stream from the engine, page by page. */
export interface TableStream {
  next(): Promise<StreamPage>;
}

interface Shard {
  ShardId: string;
  ParentShardId?: string;
}

/** @param start where to go on; from the oldest change that is kept when it is left out or is of another stream */
export function tableStream(
  endpoint: string,
  tableName: string,
  arn: { region: string; streamArn: string },
  start?: StreamPosition,
): TableStream {
  const call = <Answer>(operation: string, input: object) =>
    callEngine<Answer>(endpoint, operation, input, 'DynamoDBStreams_20120810');
  let position = start;
  let iterator: string | undefined;
  let shard: { streamArn: string; shardId: string } | undefined;
  const finished = new Set<string>();

  /** An engine may close a shard and go on in another one; here they are read one after the other. */
  const openShard = async (): Promise<string | undefined> => {
    const { Streams } = await call<{ Streams: { StreamArn: string }[] }>('ListStreams', {
      TableName: tableName,
    });
    const streamArn = Streams.at(-1)?.StreamArn;
    if (streamArn === undefined) return undefined;
    const { StreamDescription } = await call<{ StreamDescription: { Shards: Shard[] } }>('DescribeStream', {
      StreamArn: streamArn,
    });
    if (position?.streamArn !== streamArn) position = undefined;
    const shards = StreamDescription.Shards.map(({ ShardId }) => ShardId);
    const going = shards.indexOf(position?.shardId ?? '');
    const shardId = shards.slice(Math.max(0, going)).find((id) => !finished.has(id));
    if (shardId === undefined) return undefined;
    shard = { streamArn, shardId };
    const goesOn = position?.shardId === shardId;
    const { ShardIterator } = await call<{ ShardIterator: string }>('GetShardIterator', {
      StreamArn: streamArn,
      ShardId: shardId,
      ...(goesOn
        ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: position?.sequenceNumber }
        : { ShardIteratorType: 'TRIM_HORIZON' }),
    });
    return ShardIterator;
  };

  return {
    next: async () => {
      iterator ??= await openShard();
      if (iterator === undefined || !shard) return { records: [], position };
      const { Records, NextShardIterator } = await call<{
        Records: ChangeRecord[];
        NextShardIterator?: string;
      }>('GetRecords', { ShardIterator: iterator, Limit: recordsAtOnce });
      iterator = NextShardIterator;
      const last = Records.at(-1);
      if (last) position = { ...shard, sequenceNumber: last.dynamodb.SequenceNumber };
      if (iterator === undefined) finished.add(shard.shardId);
      const records = Records
        // The engine also tells of a put that changed nothing.
        .filter(({ eventName, dynamodb: { NewImage, OldImage } }) =>
          eventName === 'MODIFY' ? !isDeepStrictEqual(NewImage, OldImage) : true,
        )
        .map((record) => ({ ...record, awsRegion: arn.region, eventSourceARN: arn.streamArn }));
      return { records, position };
    },
  };
}
