import type { Route } from '../../functions/kit/http/route';

/** Tells whether a route needs another service, which the torture does not play. */
export const needsOthers = ({ grants, environment }: Route) => (grants ?? environment) !== undefined;
