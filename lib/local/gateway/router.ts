import type { LocalRoute } from '../template/route';

export type RouteMatch = { readonly route: LocalRoute; readonly pathParameters?: Record<string, string> };
type CompiledRoute = { readonly route: LocalRoute; readonly method: string; readonly segments: readonly string[] };

/** Matches a path with the pattern of a route. Returns the path parameters, or undefined without a match. */
const matchSegments = (pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined => {
  const parameters: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index];
    if (segment === undefined) return undefined;
    if (part.endsWith('+}')) {
      parameters[part.slice(1, -2)] = segments.slice(index).join('/');
      return segments.slice(index).join('') === '' ? undefined : parameters;
    }
    if (!part.startsWith('{')) {
      if (part !== segment) return undefined;
    } else if (segment === '') {
      return undefined;
    } else {
      parameters[part.slice(1, -1)] = segment;
    }
  }
  return pattern.length === segments.length ? parameters : undefined;
};

const rank = (segment: string | undefined): number => {
  if (segment === undefined || !segment.startsWith('{')) return 0;
  return segment.endsWith('+}') ? 2 : 1;
};

const bySpecificity = (a: CompiledRoute, b: CompiledRoute): number => {
  for (let index = 0; index < Math.max(a.segments.length, b.segments.length); index++) {
    const difference = rank(a.segments[index]) - rank(b.segments[index]);
    if (difference !== 0) return difference;
  }
  return Number(a.method === 'ANY') - Number(b.method === 'ANY');
};

/**
 * Returns a function that finds the route of a request. The routes are tried in API Gateway's order: full match, then
 * {param}, then {proxy+}, then $default. A route with the exact method comes before a route with ANY.
 */
export const createRouter = (
  routes: readonly LocalRoute[],
): ((method: string, path: string) => RouteMatch | undefined) => {
  const fallback = routes.find((route) => route.routeKey === '$default');
  const compiled = routes
    .filter((route) => route !== fallback)
    .map((route): CompiledRoute => {
      const [method = '', path = ''] = route.routeKey.split(' ');
      return { route, method, segments: path.split('/') };
    })
    .sort(bySpecificity);
  return (method, path) => {
    const segments = path.split('/');
    for (const candidate of compiled) {
      if (candidate.method !== method && candidate.method !== 'ANY') continue;
      const parameters = matchSegments(candidate.segments, segments);
      if (!parameters) continue;
      const isEmpty = Object.keys(parameters).length === 0;
      return isEmpty ? { route: candidate.route } : { route: candidate.route, pathParameters: parameters };
    }
    return fallback && { route: fallback };
  };
};
