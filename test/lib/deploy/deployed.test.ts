import { createServer } from 'node:http';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { readDeployed } from '../../../lib/deploy/deployed';
import { listen } from '../../../lib/local/listen';

const account = '123456789012';
const read = () => readDeployed('stack', { account, region: 'eu-west-1' });
const setEnvironment = (more: object) => jest.replaceProperty(process, 'env', { ...process.env, ...more });

const sts = mockClient(STSClient);
const cloudFormation = mockClient(CloudFormationClient);
const errorOf = (message: string, name = 'Error') => Object.assign(new Error(message), { name });

const credentials = `The CDK CLI deploys to account ${account}, but the app cannot read its own account:`;
const template = 'The deployed template of stack cannot be read:';
const none = 'Could not load credentials from any providers';
const mfa = 'Profile admin requires multi-factor authentication, but no MFA code callback was provided.';
const actions = 'The guard needs cloudformation:DescribeStacks and cloudformation:GetTemplate.';
const run =
  'Run: eval "$(aws configure export-credentials --profile admin --format env)"; export AWS_REGION=eu-west-1; unset AWS_PROFILE';

test.each([
  [
    'of missing credentials',
    () => sts.rejects(errorOf(none)),
    `${credentials} ${none}. Set AWS_PROFILE instead of --profile.`,
  ],
  ['of a profile with MFA', () => sts.rejects(errorOf(mfa)), `${credentials} ${mfa} ${run}`],
  ['of an expired token', () => sts.rejects(errorOf('Expired.')), `${credentials} Expired.`],
  [
    'of missing permissions',
    () => cloudFormation.rejects(errorOf('No access', 'AccessDenied')),
    `${template} No access. ${actions}`,
  ],
  ['of a timeout', () => cloudFormation.rejects(errorOf('Timeout')), `${template} Timeout.`],
])('an error %s has the advice that fits, and one full stop', async (_, prepare, message) => {
  setEnvironment({ AWS_PROFILE: 'admin' });
  sts.resolves({ Account: account });
  prepare();
  await expect(read()).rejects.toThrow(new Error(message));
});

const hasProxies = process.allowedNodeEnvironmentFlags.has('--use-env-proxy');
const testProxies = hasProxies ? test : () => {};
testProxies('the proxy of HTTPS_PROXY is asked for AWS', async () => {
  sts.restore();
  const asked: unknown[] = [];
  const proxy = createServer().on('connect', ({ url }, socket) => {
    asked.push(url);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  const HTTPS_PROXY = `http://127.0.0.1:${await listen(proxy, 0)}`;
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_PROFILE: undefined };
  setEnvironment({ ...keys, HTTPS_PROXY, AWS_MAX_ATTEMPTS: '1' });
  await expect(read()).rejects.toThrow('502 Bad Gateway');
  proxy.close();
  expect(asked).toEqual(['sts.eu-west-1.amazonaws.com:443']);
});
