import { isRecord } from '../template/intrinsics';
import type { Pattern } from '../template/mapping';

/** Tests of rules by their names. */
const rules: Readonly<Record<string, (wanted: unknown, value: unknown) => boolean>> = {
  prefix: (wanted, value) => typeof value === 'string' && value.startsWith(String(wanted)),
};

/** Returns the test of a rule, such as `{ prefix: 'a' }`. A value allows itself. */
const testOf = (rule: unknown) => {
  if (!isRecord(rule)) return (value: unknown) => rule === value;
  const [[name, wanted] = [''], ...others] = Object.entries(rule);
  const test = others.length > 0 ? undefined : rules[name];
  if (!test)
    throw new Error(
      `A filter has ${JSON.stringify(rule)}; the local runner knows values and ${Object.keys(rules).join(', ')}`,
    );
  return (value: unknown) => test(wanted, value);
};

const isList = (part: Pattern | readonly unknown[] | undefined): part is readonly unknown[] => Array.isArray(part);

/** Throws for a rule that the runner does not know. */
export const checkPatterns = (patterns: readonly Pattern[]): void => {
  for (const part of patterns.flatMap(Object.values<Pattern | readonly unknown[]>))
    if (isList(part)) part.forEach(testOf);
    else checkPatterns([part]);
};

const matches = (pattern: Pattern, value: unknown): boolean =>
  Object.entries(pattern).every(([name, part]) => {
    const member = isRecord(value) ? value[name] : undefined;
    return isList(part) ? part.some((rule) => testOf(rule)(member)) : matches(part, member);
  });

/** Tells whether a mapping sends a record to its function: one of its filters matches the record, or it has none. */
export const isWanted = (patterns: readonly Pattern[], record: unknown) =>
  patterns.length === 0 || patterns.some((pattern) => matches(pattern, record));
