import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { StreamRecord } from 'aws-lambda';

/** A row as the table's stream shows it; undefined where there was none. */
export const imageIn = (image: StreamRecord['NewImage']): Record<string, unknown> | undefined =>
  image && unmarshall(image as Record<string, AttributeValue>);
