import { readContent } from '../../http/content';
import { Problem } from '../../http/problem';
import { readRequest } from '../../http/request';
import type { Row } from '../../http/row';
import { resourceOf, resources } from '../../resources';
import { problemOf, type RefusedRequest } from './problems';

/** Returns a valid body for the row, for a request in which another part is wrong. */
const validBody = (row: Row) => {
  const { takes } = row;
  const fields = Object.entries({ ...resourceOf(row)?.examples.create.request });
  return takes && JSON.stringify(Object.fromEntries(fields.filter(([name]) => name in takes)));
};

/** Id of a resource in the examples. */
const someId = resources[0]?.examples.stored[0].id;

/** Returns the problem that the service throws for a request. */
const problemFor = (
  row: Row,
  { headers = {}, rawQueryString = '', body = validBody(row), id = someId }: RefusedRequest,
): Problem => {
  try {
    const read = row.takes ? readContent : readRequest;
    read(row, { headers, rawQueryString, body, pathParameters: { id }, isBase64Encoded: false });
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error(`${row.routeKey} accepts the request of an example that it must refuse; change the example`);
};

/** Returns an example of a problem for this route. */
export const problemExample = (row: Row, code: string) => {
  const { status, means, request, problem = new Problem(status, code, means) } = problemOf(code);
  return (request ? problemFor(row, request) : problem).body('lqcPWikMYvW7GgI=');
};
