import { deepEqual, equal } from 'node:assert/strict';
import { mintId } from '../../../functions/kit/model/id';
import { ownerOf } from '../../support/auth/owned';
import { expectedList, type Shown } from '../../support/expected-list';
import type { Random } from '../../support/random';
import { isDroppable } from './any-field';
import type { AnyResource } from './any-resource';
import { drawLists } from './draw-lists';
import { senderTo } from './sender';

type Play = {
  /** Versions of a resource, the first one first. */
  readonly versions: readonly AnyResource[];
  readonly hasOwnership: boolean;
  /** Ids that a resource can have as its parents, by its fields. */
  readonly parents: Readonly<Record<string, readonly string[]>>;
  readonly random: Random;
};

/** Callers of the lists, each with the role whose `owner` is theirs. */
const callers = { ada: 'owner', bob: 'stranger', eve: 'admin' } as const;
const names = Object.keys(callers) as (keyof typeof callers)[];

/** Serializes a body. JSON.stringify would turn -0 into 0. */
const jsonOf = (body: object, hasNegativeZero: boolean) => {
  const members = Object.entries(body).map(([name, value]) => {
    const text = value === 0 && hasNegativeZero ? '-0' : JSON.stringify(value);
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${members.join()}}`;
};

/** Makes items of all times and owners through each version, and changes or deletes some through another one. Returns the ids. */
export const makeItems = async ({ versions, hasOwnership, parents, random }: Play) => {
  const ids: string[] = [];
  const others = () => ({
    ...Object.fromEntries(Object.entries(parents).map(([name, all]) => [name, random.pick(all)])),
    ...(hasOwnership && { owner: ownerOf(random.pick(['owner', 'stranger'])) }),
  });
  const bodyOf = (body: object) => jsonOf(body, random.chance(0.5));
  for (const [maker, body] of versions.flatMap((version) => version.many.map((one) => [version, one] as const))) {
    const id = mintId(random.pick([Date.UTC(2025, 0), Date.UTC(2026, 2), Date.now()]));
    const creation = { body: bodyOf({ ...body, ...others() }), headers: { 'if-none-match': '*' } };
    // Another resource can have the value of a unique field.
    const { status } = await senderTo(maker, id)('eve', 'PUT', { ...creation, status: [201, 409] });
    if (status === 409) continue;
    const writer = random.pick(versions);
    const send = senderTo(writer, id);
    const change = random.pick(writer.many);
    const droppable = writer.named.filter(isDroppable).map(([name]) => [name, null]);
    const changes = [
      () => send('eve', 'PATCH', { body: bodyOf(change), status: [200, 409] }),
      () => send('eve', 'PUT', { body: bodyOf({ ...change, ...others() }), status: [200, 409] }),
      () => send('eve', 'PATCH', { body: others() }),
      () => send('eve', 'PATCH', { body: Object.fromEntries(droppable) }),
      () => send('eve', 'DELETE'),
    ];
    const { status: changed } = await random.pick([...changes, () => send('eve', 'GET')])();
    if (changed !== 204) ids.push(id);
  }
  return ids;
};

/** Checks that the pages of lists show what the GETs of the items show, in the order that the contract promises. */
export const playLists = async ({ versions, hasOwnership, random }: Play, ids: readonly string[]) => {
  for (const version of versions) {
    const shown: Shown[] = [];
    for (const id of ids) shown.push((await senderTo(version, id)('eve', 'GET')).body);
    for (const parameters of drawLists(version, shown, { hasOwnership, random })) {
      const name = random.pick(names);
      const own = ownerOf(callers[name]);
      const isHidden = hasOwnership && version.isPrivate && name !== 'eve';
      const { owner } = parameters;
      const asked = owner === 'me' ? { ...parameters, owner: `${own}` } : parameters;
      const visible = isHidden ? shown.filter((each) => each.owner === own) : shown;
      const expected = expectedList(version.entity.model, visible, asked);
      const query = new URLSearchParams({ ...parameters, limit: `${random.pick([1, 2, 3, 100])}` });
      const found: Shown[] = [];
      const first = `${query}`.replaceAll('+', '%20');
      for (let rest: string | undefined = first; rest; ) {
        // A count reads the whole list. Few pages ask for it, because the list is the same for each.
        const isCounted: boolean = rest === first || random.chance(0.1);
        const asking = { prefer: isCounted ? 'count=exact' : 'return=representation' };
        const { body, headers } = await senderTo(version)(name, 'GET', { query: rest, headers: asking });
        if (isCounted) equal(headers['x-total-count'], `${expected.length}`, `${version.path}?${rest} as ${name}`);
        found.push(...body);
        [, rest] = /<[^?]*[?]([^>]*)>; rel="next"/.exec(String(headers.link ?? '')) ?? [];
      }
      deepEqual(found, expected, `${version.path}?${first} as ${name}`);
    }
  }
};
