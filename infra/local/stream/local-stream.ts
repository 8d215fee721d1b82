import { decide } from '../iam/iam-policy.ts';
import type { LocalFunction } from '../lambda/functions.ts';
import { policiesOfFunction } from '../lambda/local-functions.ts';
import type { LocalQueues } from '../queues/local-queues.ts';
import { KeptFile } from '../runner/kept-file.ts';
import { type LocalTemplate, TemplateError } from '../runner/template.ts';
import { eventFilter } from './event-filter.ts';
import { type StreamDelivery, streamDelivery } from './stream-delivery.ts';
import { type StreamPosition, tableStream } from './table-stream.ts';

export const streamFile = 'stream.json';

interface MappingProperties {
  EventSourceArn: string;
  FunctionName: string;
  BatchSize?: number;
  BisectBatchOnFunctionError?: boolean;
  FunctionResponseTypes?: string[];
  MaximumRetryAttempts?: number;
  MaximumRecordAgeInSeconds?: number;
  DestinationConfig?: { OnFailure?: { Destination: string } };
  FilterCriteria?: { Filters: { Pattern: string }[] };
}

interface LocalStreamOptions {
  dataDir: string;
  engineEndpoint: string;
  tableName: string;
  functions: ReadonlyMap<string, LocalFunction>;
  queues: LocalQueues;
  onProblem: (line: string) => void;
}

/** What Lambda itself does in the function's name; without these rights AWS refuses to make the mapping. */
const streamActions = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];

/**
 * The event source mapping of the template over the engine's stream; undefined when the template has none.
 * @throws TemplateError or FilterError naming what is missing or not understood
 */
export function localStream(
  template: LocalTemplate,
  { dataDir, engineEndpoint, tableName, functions, queues, onProblem }: LocalStreamOptions,
): StreamDelivery | undefined {
  const [mapping, ...others] = template.all('AWS::Lambda::EventSourceMapping');
  if (!mapping) return undefined;
  const { logicalId } = mapping;
  if (others.length > 0) throw new TemplateError('two event source mappings are not understood');
  const properties = mapping.properties as unknown as MappingProperties;
  const streamArn = template.only('AWS::DynamoDB::GlobalTable').attribute('StreamArn');
  if (properties.EventSourceArn !== streamArn) {
    throw new TemplateError(
      `${logicalId}: the source ${properties.EventSourceArn} is not the table's stream`,
    );
  }
  const target = [...functions.values()].find(({ definition }) =>
    [definition.name, definition.arn].includes(properties.FunctionName),
  );
  if (!target) throw new TemplateError(`${logicalId}: there is no function ${properties.FunctionName}`);
  const destination = properties.DestinationConfig?.OnFailure?.Destination;
  const policies = policiesOfFunction(template, target.definition.arn);
  const needs = [
    ...streamActions.map((action) => ({
      action: `dynamodb:${action}`,
      resource: action === 'ListStreams' ? '*' : streamArn,
    })),
    ...(destination ? [{ action: 'sqs:SendMessage', resource: destination }] : []),
  ];
  for (const need of needs) {
    if (decide(policies, need) !== 'allowed') {
      throw new TemplateError(
        `${logicalId}: ${target.definition.name} may not ${need.action} on ${need.resource}`,
      );
    }
  }
  if (destination) queues.checkThereIs(destination);
  const kept = new KeptFile<{ position?: StreamPosition }>(dataDir, streamFile, () => ({}));
  const { region } = template.world;
  return streamDelivery({
    rules: {
      batchSize: properties.BatchSize ?? 100,
      bisects: properties.BisectBatchOnFunctionError ?? false,
      reportsItemFailures: properties.FunctionResponseTypes !== undefined,
      retryAttempts: properties.MaximumRetryAttempts ?? -1,
      maxRecordAgeSeconds: properties.MaximumRecordAgeInSeconds ?? -1,
      passes: eventFilter((properties.FilterCriteria?.Filters ?? []).map(({ Pattern }) => Pattern)),
      streamArn,
    },
    stream: tableStream(engineEndpoint, tableName, { region, streamArn }, kept.content.position),
    function: target,
    savePosition: (position) => {
      kept.content.position = position;
      kept.save();
    },
    onGivenUp: (message) => {
      if (destination) queues.send(destination, message);
    },
    onProblem,
  });
}
