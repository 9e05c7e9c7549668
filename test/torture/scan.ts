import { unmarshall } from '@aws-sdk/util-dynamodb';
import { place } from '../../lib/place';

const scope = `local/20260101/${place.region}/dynamodb/aws4_request`;

type StoredItem = Parameters<typeof unmarshall>[0];
type ScanPage = { readonly Items: readonly StoredItem[]; readonly LastEvaluatedKey?: StoredItem };

/** Makes the headers of a DynamoDB call. The signature is fake, because an embedded database checks none. */
export const headersOf = (operation: string) => ({
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-target': `DynamoDB_20120810.${operation}`,
  'x-amz-date': '20260101T000000Z',
  authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`,
});

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
