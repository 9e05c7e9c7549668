import { isRecord } from './intrinsics';

export type Statement = { effect: 'Allow' | 'Deny'; actions: string[]; resources: string[] };

/** Reads resolved IAM statements; elements that could not be enforced are refused, not skipped. */
export function statements(document: unknown, owner: string): Statement[] {
  const list = isRecord(document) ? [document.Statement].flat() : [];
  return list.filter(isRecord).map((statement) => {
    const unknown = ['Condition', 'NotAction', 'NotResource'].find((element) => element in statement);
    if (unknown)
      throw new Error(
        `The policy of ${owner} uses ${unknown}; the local runner enforces Effect, Action and Resource only`,
      );
    return {
      effect: statement.Effect === 'Deny' ? 'Deny' : 'Allow',
      actions: [statement.Action].flat().map(String),
      resources: [statement.Resource].flat().map(String),
    };
  });
}

/** IAM's rule: nothing is allowed unless a statement allows it, and a Deny beats every Allow. */
export function isGranted(policy: Statement[], action: string, resource: string): boolean {
  const matching = policy.filter(
    (statement) =>
      statement.actions.some((pattern) => matches(pattern.toLowerCase(), action.toLowerCase())) &&
      statement.resources.some((pattern) => matches(pattern, resource)),
  );
  return matching.length > 0 && matching.every((statement) => statement.effect === 'Allow');
}

/** IAM's wildcards: `*` is any run of characters, `?` exactly one. */
function matches(pattern: string, text: string): boolean {
  if (!/[*?]/.test(pattern)) return pattern === text;
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(text);
}
