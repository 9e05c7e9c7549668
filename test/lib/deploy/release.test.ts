import type { DeployedTemplate } from '../../../lib/deploy/deployed';
import { refusalsOf } from '../../../lib/deploy/refusals';
import { testUnchanged } from '../../support/project/project';
import { certificate, issuer, templateOf } from '../../support/stack';
import release from './release-1.0.0.json';

/** Settings that the template of version 1.0.0 shows. */
const tokens = { issuer, audience: 'a', protectReads: true, alarmEmail: 'ops@example.com' };
const shown = { ...tokens, domain: { name: 'a.io', certificate }, encryption: 'customer' };

/** Returns the template of today, with a generation that has begun. Version 1.0 kept its plan in a file. */
const nextOf = (given: object) => {
  const { Resources, Metadata } = templateOf({ stage: 'prod', replicas: 'eu-west-1', ...given });
  return { Resources, Metadata: { ...Metadata, Plan: { USER: [{ from: '2026-01-01T00:00Z', shards: 4 }], POST: [] } } };
};
const refusals = (deployed: DeployedTemplate, given: Record<string, unknown>, ...confirm: string[]) =>
  refusalsOf(deployed, nextOf(given), { region: 'us-east-1', given, confirm });

testUnchanged('a deployment over version 1.0.0 is refused until it confirms the settings, and once', () => {
  const sentence =
    'This deployment may turn off settings and hide items unseen: version 1.0 deployed the stage, whose template names neither settings nor plan; compare both as "Upgrade from 1.0" in CHANGELOG.md says, then confirm with -c confirm=settings.';
  expect(refusals(release, shown)).toEqual([sentence]);
  expect([refusals(release, shown, 'settings'), refusals(nextOf(shown), shown)]).toEqual([[], []]);
  expect(refusals(release, {}, 'settings')).toHaveLength(Object.keys(shown).length);
  expect(refusals(release, {}, 'settings', ...Object.keys(shown))).toEqual([]);
});
