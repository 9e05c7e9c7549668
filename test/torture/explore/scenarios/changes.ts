import type { Resource } from '../../../../functions/kit/site/openapi/resource';
import type { ExploredRequest } from '../run';
import { type Family, hot } from './family';

/** Lists changes of each state, with the answer that each gets alone, and requests that keep the state or take it away. */
export const stateRequests = ({ first, change, insert, moved }: Family, { input, examples }: Resource) => {
  const [stored] = examples.stored;
  const states = Object.entries(input).filter(([, { changes, isServerSet }]) => changes && !isServerSet);
  const changesOf = states.flatMap(([name, { oneOf = [], changes, default: initial }]) =>
    oneOf.flatMap((state): ExploredRequest[] => {
      const isPossible = changes?.sourcesOf(state).includes(String(stored[name] ?? initial));
      const answer = isPossible ? '200' : `409 ${name}-not-possible`;
      const replacement = { ...first.replacement, [name]: state };
      return [hot({ ...first.patch({ [name]: state }), answer }), { ...first.replace(replacement), answer }];
    }),
  );
  const others = [first.replace(first.replacement), first.patch(change), first.remove, insert(moved)];
  return changesOf.length > 0 ? [...changesOf, ...others] : [];
};

/** Lists requests to the routes beside the six, and others that meet them. */
export const actionRequests = ({ first, second, change, actions }: Family): readonly ExploredRequest[] =>
  actions.length > 0
    ? [
        ...actions.map((actOn) => hot(actOn(first.id))),
        ...actions.map((actOn) => actOn(second.id)),
        first.patch(change),
        first.replace(first.replacement),
        first.remove,
      ]
    : [];
