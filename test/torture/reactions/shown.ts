import { isId } from '../../../functions/kit/model/id';
import { firstVersions } from '../../../functions/kit/resources';
import { resourceIn } from '../../../lib/verify/table/checks';
import { callers } from '../../support/auth/owned';
import { routeOf } from '../../support/declared';
import { hasKitHandlers } from '../../support/kit-handlers';
import { eventOf, invoke } from '../../support/unit/event';
import { type Deployment, type HeldCall, loadInstance } from '../explore/instance';
import { itemsOf, type StoredJson } from '../explore/table';
import type { History } from './history';

/** Change that the table has had, as a GET shows the resource before and after it. */
export type TrueChange = {
  readonly collection: string;
  readonly id: string;
  readonly before: ShownState | undefined;
  readonly after: ShownState | undefined;
};
/** `body` is undefined where people write the handlers of the resource, which may show more than the model. */
type ShownState = { readonly rev: string; readonly updatedAt: string; readonly body: object | undefined };

/** Replies to the one call of a GET with an item. */
const replyWith = (item: StoredJson) => (call: HeldCall) => {
  if (call.operation !== 'GetItem') throw new Error(`A GET calls ${call.operation}`);
  call.reply(200, JSON.stringify({ Item: item, ConsumedCapacity: {} }));
};

/** Shows stored items as the deployed GET of the first version does. */
export const startShowing = (deployment: Deployment, ownership = false) => {
  let item: StoredJson = {};
  const onCall = (call: HeldCall) => queueMicrotask(() => replyWith(item)(call));
  const load = (name: string) => loadInstance(deployment, name, { ownership, now: Date.now, seed: '', onCall });
  const handlers = new Map(
    firstVersions.map((resource) => [resource, hasKitHandlers(resource) && load(routeOf(resource, 'get')[0])]),
  );
  const show = async (stored: StoredJson | undefined): Promise<ShownState | undefined> => {
    const [{ sk, rev, updatedAt, ...rest } = { sk: '', pk: '' }] = stored ? itemsOf([stored]) : [];
    if (!stored || !isId(sk)) return undefined;
    const resource = resourceIn({ sk, ...rest });
    const handler = resource && handlers.get(resource);
    const state = { rev: String(rev), updatedAt: String(updatedAt) };
    if (!resource || !handler) return { ...state, body: undefined };
    item = stored;
    const event = eventOf(`GET ${resource.path}/${sk}`, ownership ? { claims: callers.admin } : {});
    const { status, headers, body } = await invoke(handler, event);
    if (status !== 200 || headers.etag !== `"${rev}"`) throw new Error(`GET ${resource.path}/${sk} shows ${status}`);
    return { ...state, body };
  };
  /** Shows changes one after the other, because the instances have one request at a time. */
  return async (changes: Awaited<ReturnType<History['end']>>['changes']) => {
    const shown: TrueChange[] = [];
    for (const { before, after } of changes) {
      const [{ pk, sk } = { pk: '', sk: '' }] = itemsOf([after ?? before ?? {}]);
      const collection = resourceIn({ pk, sk })?.collection ?? '';
      shown.push({ collection, id: sk, before: await show(before), after: await show(after) });
    }
    return shown;
  };
};
