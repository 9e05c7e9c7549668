import { nounOf, type Resource } from '../../../functions/kit/http/resource';
import { pluralIn } from '../../../functions/kit/model/relation';
import type { ExploredRequest, Scenario } from './run';

/** Makes the scenario of a resource from its examples, and from those of its parents in `all`. */
export const scenarioOf = (resource: Resource, all: readonly Resource[]): [name: string, scenario: Scenario] => {
  const { path, examples, input } = resource;
  const creationOf = ({ path: of, examples: { stored } }: Resource): ExploredRequest => {
    const [{ id: storedId, ...body } = { id: '' }] = stored;
    return { line: `PUT ${of}/${storedId}`, body, headers: { 'if-none-match': '*' } };
  };
  const parentsOf = ({ input }: Resource): Resource[] => {
    const nouns = Object.values(input).map(({ parent }) => parent?.parent);
    return all
      .filter((one) => nouns.includes(nounOf(one) as Lowercase<string>))
      .flatMap((one) => [...parentsOf(one), one]);
  };
  const [{ id: storedId } = { id: '' }, { id: otherId } = { id: '01890000-0000-7000-8000-000000000005' }] =
    examples.stored;
  const member = `${path}/${storedId}`;
  const uniqueIn = (values: object) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => input[name]?.unique));
  const free = uniqueIn(examples.create.request);
  const isHot = Object.keys(free).length > 0 ? true : undefined;
  /** Rivals of the creation and the deletion for a value: a creation with the taken value, and a change to the free value. */
  const rivals: readonly ExploredRequest[] = [
    { line: `POST ${path}`, body: { ...examples.create.request, ...uniqueIn(examples.stored[0]) }, isHot: true },
    { line: `PATCH ${member}`, body: free, isHot: true },
  ];
  const own: readonly ExploredRequest[] = [
    { line: `POST ${path}`, body: examples.create.request, isHot },
    { line: `DELETE ${member}`, isHot },
    ...(isHot ? rivals : []),
    { line: `POST ${path}`, body: examples.create.request, headers: { 'idempotency-key': 'k' } },
    { line: `PUT ${path}/${otherId}`, body: examples.create.request, headers: { 'if-none-match': '*' } },
    { line: `PUT ${member}`, body: examples.replace.request, tag: ['if-match', storedId] },
    { line: `PATCH ${member}`, body: examples.update.request },
    { line: `GET ${member}` },
  ];
  const removals = parentsOf(resource).map(
    ({ path: of, examples: { stored } }) => `DELETE ${of}/${stored[0]?.id}?force=true`,
  );
  const setup = [...parentsOf(resource), resource].map(creationOf);
  return [pluralIn(path), { setup, requests: [...own, ...removals.slice(-1).map((line) => ({ line }))] }];
};
