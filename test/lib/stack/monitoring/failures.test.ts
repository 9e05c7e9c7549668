import { buildResponse } from '../../../../functions/kit/http/response';
import { respond } from '../../../../functions/kit/lambda/respond';
import { parseItems } from '../../../../functions/kit/table/item';
import type { Collection } from '../../../../functions/plan';
import * as routes from '../../../../functions/routes';
import { serviceName } from '../../../../lib/root';
import { everySetting, templateOf } from '../../../support/stack';
import { eventOf, invoke } from '../../../support/unit/event';
import { mockTable } from '../../../support/unit/table';

const full = templateOf(everySetting);
const table = mockTable();

/** Tells whether a line matches a pattern such as `{ ($.a = 1) || ($.b.c = "d") }`. */
const matches = (pattern: string, line: unknown) =>
  pattern
    .slice(2, -2)
    .split(' || ')
    .some((term) => {
      const [, path = '', value = ''] = /^\(\$\.([\w.]+) = (\d+|"\w+")\)$/.exec(term) ?? [];
      return path.split('.').reduce((found, name) => Object(found)[name], line) === JSON.parse(value);
    });

/** Line of Lambda about an invocation, as in the schema of its Telemetry API. */
const report = (type: string, status: string) => ({ type: `platform.${type}`, record: { requestId: '1', status } });

test.each(Object.keys(routes))('each failure of %s, and no other line of its log, is counted', async (name) => {
  const answer = (respondTo: Parameters<typeof respond>[0]) => invoke(respond(respondTo), eventOf('GET /api/v1/users'));
  await answer(() => Promise.reject(new TypeError('A bug')));
  parseItems({ collection: 'THING' as string as Collection, model: {} }, [{ malformed: true }]);
  for (const status of [200, 404, 503]) await answer(async () => buildResponse(status, {}));
  const [bug, malformed, ...answered] = table.logged();
  const reports = [report('report', 'timeout'), report('runtimeDone', 'error'), report('report', 'failure')];
  const failures = [bug, malformed, ...reports];
  const others = [...answered, report('report', 'success')];
  const filters = full.each('Logs::MetricFilter').map(({ Properties }) => Properties);
  const [filter] = filters.filter(({ LogGroupName }) => LogGroupName.Ref.startsWith(`Api${name}Log`));
  const matched = [...failures, ...others].filter((line) => matches(filter.FilterPattern, line));
  expect(matched).toEqual(failures);
  const counted = { MetricName: 'Failures', MetricNamespace: `${serviceName}-prod`, MetricValue: '1' };
  expect(filter.MetricTransformations).toEqual([counted]);
});
