import { pluralOf, type Route, verbOf } from '../../../functions/kit/http/route';
import * as routes from '../../../functions/routes';
import { everySetting, templateOf } from '../../support/stack';
import { allow, grantsOf, listed, rolesOf, type Statement } from './roles';

const plain = templateOf();
const full = templateOf(everySetting);

/** Returns the grants of some actions on functions and aliases, a list for each role. `roleOf` names the role of a route. */
const grantsBy = (roleOf: (route: Route) => string, actions: string[], ...others: Statement[]) =>
  [...new Set(Object.values<Route>(routes).map(roleOf))].map((role) => {
    const own = Object.entries<Route>(routes).filter(([, route]) => roleOf(route) === role);
    const handlers = own.map(([name]) => `${name}.handler`);
    const functions = plain.entries('Lambda::Function').filter(([, is]) => handlers.includes(is.Properties.Handler));
    const arns = functions.flatMap(([id]) => {
      const arn = { 'Fn::GetAtt': [id, 'Arn'] };
      return [arn, { 'Fn::Join': ['', [arn, ':live']] }];
    });
    return listed([allow(actions, ...arns), ...others]);
  });

test('a role of the API for each verb may call its functions and aliases, and nothing else', () => {
  const grants = [plain, full].map((template) =>
    rolesOf(template, 'apigateway').map((id) => grantsOf(template, id, 'apigateway')),
  );
  const expected = grantsBy((route) => verbOf(route) ?? pluralOf(route), ['lambda:InvokeFunction']);
  expect(grants).toEqual([expected, expected]);
  // Before 3.3.0, roles below `Invokers` named other functions. One that came back would lose some in the middle of a deployment.
  expect(rolesOf(full, 'apigateway').filter((id) => id.startsWith('ApiInvokers'))).toEqual([]);
});

test('only with canary a role for each resource may shift aliases and read alarms, and no policy is outside a role', () => {
  expect(rolesOf(plain, 'codedeploy')).toEqual([]);
  const shift = ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'];
  const grants = rolesOf(full, 'codedeploy').map((id) => grantsOf(full, id, 'codedeploy'));
  const onAlarms = allow(['cloudwatch:DescribeAlarms'], '*');
  expect(grants).toEqual(grantsBy((route) => (route.actions ? pluralOf(route) : 'site'), shift, onAlarms));
  const services = ['lambda', 'apigateway', 'codedeploy'].flatMap((service) => rolesOf(full, service));
  expect(services).toHaveLength(full.each('IAM::Role').length);
  // Such a resource could grant more to a role, or a function to another service. Managed policies have a quota.
  const outside = ['IAM::Policy', 'IAM::ManagedPolicy', 'Lambda::Permission'].flatMap((type) => full.each(type));
  expect(outside).toEqual([]);
});
