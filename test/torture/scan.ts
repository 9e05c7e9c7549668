import { unmarshall } from '@aws-sdk/util-dynamodb';
import { place } from '../../lib/place';

const scope = `local/20260101/${place.region}/dynamodb/aws4_request`;

type Stored = Parameters<typeof unmarshall>[0];
type Page = { readonly Items: readonly Stored[]; readonly LastEvaluatedKey?: Stored };

/** What DynamoDB wants of a request; an embedded one checks no signature. */
export const headersOf = (operation: string) => ({
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-target': `DynamoDB_20120810.${operation}`,
  'x-amz-date': '20260101T000000Z',
  authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`,
});

/** Every item of a table, asked of DynamoDB itself. */
export const scan = async (endpoint: string, table: string) => {
  const items: ReturnType<typeof unmarshall>[] = [];
  let start: Stored | undefined;
  do {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: headersOf('Scan'),
      body: JSON.stringify({ TableName: table, ConsistentRead: true, ExclusiveStartKey: start }),
    });
    const page = (await response.json()) as Page;
    if (!response.ok) throw new Error(`DynamoDB refused the scan: ${JSON.stringify(page)}`);
    for (const item of page.Items) items.push(unmarshall(item));
    start = page.LastEvaluatedKey;
  } while (start);
  return items;
};
