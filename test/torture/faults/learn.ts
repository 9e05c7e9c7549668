import { isDeepStrictEqual } from 'node:util';
import { createdAtOf } from '../../../functions/model/id';
import type { InvokeResponse } from '../in-process';
import { type ListedResource, mayBeListed } from './lists';
import type { KnownResource, ListRequest, Prediction, World, WorldRequest } from './world';

/** Reads the token of a resource: the first word of its name or title. */
export const tokenOf = ({ name, title }: Readonly<Record<string, unknown>>) =>
  String(name ?? title).split(' ', 1)[0] ?? '';

type Observation = { readonly etag?: string; readonly body?: Readonly<Record<string, string>> };

/** Adds the facts of a response to a resource. Returns undefined when the response contradicts the resource. */
const observe = (resource: KnownResource, { etag, body }: Observation): KnownResource | undefined => {
  const isWrongTag = resource.etag === undefined ? resource.pastEtags.includes(etag ?? '') : resource.etag !== etag;
  if (etag !== undefined && isWrongTag) return undefined;
  const known = { ...resource, etag: etag ?? resource.etag };
  if (!body) return known;
  const { id = '', createdAt, updatedAt = '', ...fields } = body;
  const { id: knownId = id, updatedAt: knownTime = updatedAt, minUpdatedAt } = resource;
  if (knownId !== id || createdAt !== createdAtOf(id)) return undefined;
  if (knownTime !== updatedAt || updatedAt < minUpdatedAt) return undefined;
  return isDeepStrictEqual(fields, resource.fields) ? { ...known, id, updatedAt } : undefined;
};

const observeList = (
  { world, listed = [] }: Prediction,
  request: ListRequest,
  resources: readonly ListedResource[],
): World | undefined => {
  const isOwn = ({ body }: ListedResource) => world.get(tokenOf(body))?.id !== undefined;
  if (!resources.every((resource) => mayBeListed(world, request, resource, isOwn(resource)))) return undefined;
  // A time range also shows resources of other clients, and resources that may or may not exist.
  const bodies = resources.filter((resource) => request.verb !== 'range' || isOwn(resource)).map(({ body }) => body);
  if (request.verb === 'byId' && !isDeepStrictEqual(bodies.map(tokenOf), listed)) return undefined;
  const next = new Map(world);
  for (const token of listed) {
    const resource = world.get(token);
    const [body, ...others] = bodies.filter((each) => tokenOf(each) === token);
    const observed = resource && body && others.length === 0 && observe(resource, { body });
    if (!observed) return undefined;
    next.set(token, observed);
  }
  return bodies.length === listed.length ? next : undefined;
};

const listedResource = ({ user, ...body }: InvokeResponse['body']): ListedResource => ({ user, body });

/** Adds the facts of a response to the predicted world. Returns undefined when the prediction is wrong. */
export const learn = (prediction: Prediction, request: WorldRequest, { status, headers, body }: InvokeResponse) => {
  const { world, code, shown, isReplay = false } = prediction;
  const isReplayed = headers['idempotency-replayed'] === 'true';
  if (status !== prediction.status || isReplayed !== isReplay) return undefined;
  if (code !== undefined && body?.code !== code) return undefined;
  if (!('token' in request)) return observeList(prediction, request, body.map(listedResource));
  const resource = shown === undefined ? undefined : world.get(shown);
  if (shown === undefined || !resource) return world;
  // A body of an error does not show the resource.
  const observed = observe(resource, { etag: headers.etag, body: status < 300 ? body : undefined });
  return observed && new Map(world).set(shown, observed);
};
