import { unmarshall } from '@aws-sdk/util-dynamodb';
import { headersOf } from '../../lib/local/database/tables';

type StoredItem = Parameters<typeof unmarshall>[0];
type ScanPage = { readonly Items: readonly StoredItem[]; readonly LastEvaluatedKey?: StoredItem };

/** Reads all items of a table directly from DynamoDB. */
export const scan = async (endpoint: string, table: string) => {
  const items: ReturnType<typeof unmarshall>[] = [];
  let start: StoredItem | undefined;
  do {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: headersOf('Scan'),
      body: JSON.stringify({ TableName: table, ConsistentRead: true, ExclusiveStartKey: start }),
    });
    const page = (await response.json()) as ScanPage;
    if (!response.ok) throw new Error(`DynamoDB refused the scan of ${table}: ${JSON.stringify(page)}`);
    for (const item of page.Items) items.push(unmarshall(item));
    start = page.LastEvaluatedKey;
  } while (start);
  return items;
};
