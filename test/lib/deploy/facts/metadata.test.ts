import { plan } from '../../../../functions/plan';
import * as routes from '../../../../functions/routes';
import { indexNames } from '../../../../lib/models/indexes';
import { callersOf, deprecationsOf, shownOf } from '../../../../lib/models/stored-models';
import { name } from '../../../../package.json';
import { aResource, describeFor } from '../../../support/declared';
import { issuer, templateOf } from '../../../support/stack';

describeFor(aResource, 'a deployment', ({ plural, text, resource }) => {
  test('tells the next one its service, its settings, its plan and its models', () => {
    const { Models, ...others } = templateOf({ issuer, audience: 'a' }).Metadata;
    const Settings = expect.objectContaining({ stage: 'dev', issuer, audience: ['a'] });
    const Indexes = indexNames.filter((index) => !index.startsWith('by_owner'));
    const [Callers, Shown, Deprecated] = [callersOf(routes), shownOf(routes), deprecationsOf(routes)];
    expect(others).toEqual({ Service: name, Settings, Plan: plan, Indexes, Deprecated, Callers, Shown });
    const rules = resource.input[text]?.sorted ? ['sorted'] : [];
    const field = { kind: 'text', isRequired: true, stored: text, rules, hasDefault: false };
    expect([Models[plural][text], Models.docs]).toEqual([field, undefined]);
  });
});
