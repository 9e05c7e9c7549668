import type { Resource } from '../../../../functions/kit/site/openapi/resource';
import { callers, ownerOf } from '../../../support/auth/owned';
import type { ExploredRequest } from '../run';
import type { Family } from './family';

const { owner, stranger, admin } = callers;
const given = { owner: ownerOf('stranger') };

/** Lists requests of an owner, of a stranger and of an admin, who gives items to the stranger. */
export const ownedRequests = (
  { parents, linked, first, change, insert }: Family,
  { isPrivate }: Resource,
): readonly ExploredRequest[] => [
  { ...first.patch(given), claims: admin },
  ...(parents ? [{ ...parents.first.patch(given), claims: admin }] : []),
  ...[owner, stranger].flatMap((claims) => {
    const answer = claims === stranger ? (isPrivate ? '404 not-found' : '403 not-owner') : undefined;
    const changes = [first.patch(change), first.remove].map((request) => ({ ...request, answer }));
    return [...changes, insert(linked), first.get].map((request) => ({ ...request, claims }));
  }),
  ...(parents ? [{ ...parents.first.removeByForce, claims: owner }] : []),
];

/** Lists requests to a parent from before it could have children, which gets another owner. */
export const olderOwnedRequests = ({ parents, moved, insert }: Family): readonly ExploredRequest[] =>
  parents
    ? [
        { ...parents.spare.patch(given), claims: admin },
        ...[owner, stranger].map((claims) => ({ ...insert(moved), claims })),
        { ...parents.spare.removeByForce, claims: owner },
      ]
    : [];
