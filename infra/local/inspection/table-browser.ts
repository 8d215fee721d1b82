import { callEngine } from '../dynamodb/dynamodb-call.ts';

export type StoredItem = Record<string, Record<string, unknown>>;

/** Looks into the table past every policy, for `/_local`. */
export interface TableBrowser {
  /**
   * Items whose keys begin so, in the order in which the engine meets them.
   * @returns at most `limit` of them, and whether there may be more.
   */
  find(pkPrefix: string, skPrefix: string, limit: number): Promise<{ items: StoredItem[]; more: boolean }>;
}

/** So many megabytes are read for one page at most. */
const mostPages = 20;

/** @param tableName with the keys `pk` and `sk`. */
export function tableBrowser(endpoint: string, tableName: string): TableBrowser {
  return {
    find: async (pkPrefix, skPrefix, limit) => {
      const conditions = [pkPrefix && 'begins_with(pk, :pk)', skPrefix && 'begins_with(sk, :sk)'].filter(
        Boolean,
      );
      const filter = conditions.length > 0 && {
        FilterExpression: conditions.join(' AND '),
        ExpressionAttributeValues: {
          ...(pkPrefix && { ':pk': { S: pkPrefix } }),
          ...(skPrefix && { ':sk': { S: skPrefix } }),
        },
      };
      const items: StoredItem[] = [];
      let position: StoredItem | undefined;
      for (let page = 0; page < mostPages; page += 1) {
        const read = await callEngine<{ Items: StoredItem[]; LastEvaluatedKey?: StoredItem }>(
          endpoint,
          'Scan',
          {
            TableName: tableName,
            ExclusiveStartKey: position,
            ...filter,
          },
        );
        items.push(...read.Items);
        position = read.LastEvaluatedKey;
        if (position === undefined || items.length > limit) break;
      }
      return { items: items.slice(0, limit), more: position !== undefined || items.length > limit };
    },
  };
}
