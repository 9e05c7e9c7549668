import { contentReader } from '../../http/content';
import { Problem } from '../../http/problem';
import { readRequest } from '../../http/request';
import type { Row } from '../../http/row';
import { ada, note } from './examples';
import { type Code, type KnownProblem, problems, type RefusedRequest } from './problems';

/** Returns a valid body for the row, for a request in which another part is wrong. */
const validBody = ({ takes }: Row) =>
  takes && JSON.stringify(Object.fromEntries(Object.entries({ ...note, ...ada }).filter(([name]) => name in takes)));

/** Returns the problem that the service throws for a request. */
const problemFor = (
  row: Row,
  { headers = {}, rawQueryString = '', body = validBody(row), id = ada.id }: RefusedRequest,
): Problem => {
  try {
    readRequest(row, { headers, rawQueryString, body, pathParameters: { id }, isBase64Encoded: false }, contentReader);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error(`${row.routeKey} accepts the request of an example that it must refuse; change the example`);
};

/** Returns an example of a problem for this route. */
export const problemExample = (row: Row, code: Code) => {
  const known: KnownProblem = problems[code];
  const { status, means, request, problem = new Problem(status, code, means) } = known;
  return (request ? problemFor(row, request) : problem).body('lqcPWikMYvW7GgI=');
};
