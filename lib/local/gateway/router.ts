import type { LocalRoute } from '../template/route';

export type RouteMatch = { readonly route: LocalRoute; readonly pathParameters?: Record<string, string> };

/** Makes the pattern of a path such as `/pets/{id}`, with a group for each path parameter. */
const patternOf = (path: string): RegExp => {
  const source = path.replace(/\{([^}+]+)(\+?)\}|[^\w/]/g, (text, name?: string, greedy?: string) =>
    // A greedy parameter needs a character that is no slash.
    name ? `(?<${name}>${greedy ? '/*[^/].*' : '[^/]+'})` : `\\${text}`,
  );
  return new RegExp(`^${source}$`, 's');
};

/** Returns a text to sort by: for each segment 0, or 1 for {param}, or 2 for {proxy+}; then 1 for ANY, else 0. */
const rankOf = (method: string, path: string): string => {
  const rankOfSegment = (segment: string) => (segment.startsWith('{') ? (segment.endsWith('+}') ? '2' : '1') : '0');
  return `${path.replace(/[^/]+/g, rankOfSegment)}${Number(method === 'ANY')}`;
};

/**
 * Returns a function that finds the route of a request. The routes are tried in API Gateway's order: full match, then
 * {param}, then {proxy+}, then $default. A route with the exact method comes before a route with ANY.
 */
export const createRouter = (routes: readonly LocalRoute[]) => {
  const candidates = routes
    .map((route) => {
      const [method = '', path] = route.routeKey.split(' ');
      if (path === undefined) return { route, method: 'ANY', pattern: /^/, rank: '3' };
      return { route, method, pattern: patternOf(path), rank: rankOf(method, path) };
    })
    .sort((a, b) => a.rank.localeCompare(b.rank));
  return (method: string, path: string): RouteMatch | undefined => {
    for (const candidate of candidates) {
      const match = [method, 'ANY'].includes(candidate.method) && candidate.pattern.exec(path);
      if (match) return { route: candidate.route, pathParameters: match.groups };
    }
    return undefined;
  };
};
