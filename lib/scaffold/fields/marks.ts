import type { Field } from '../../../functions/kit/model/field';
import { sorted } from '../../../functions/kit/model/sorted';
import { filterErrorOf, sortErrorOf } from '../../models/field-rules';
import { callOf, canBeUnique } from './kinds';

/** Marks at the end of a field. Several may follow each other. */
export const MARKS = '@(?:unique(?::lower)?|indexed|server|sorted(?::[a-z]\\w*)?)';

/** Reads the marks of a field. */
export const readMarks = (ending: string) => {
  const marks = ending.split('@').slice(1);
  const mark = (['unique', 'indexed'] as const).find((word) => marks.some((each) => each.split(':')[0] === word));
  return {
    ending,
    marks,
    mark,
    isIndexed: marks.includes('indexed'),
    isServerSet: marks.includes('server'),
    isSorted: marks.some((each) => each.startsWith('sorted')),
  };
};

type Marks = ReturnType<typeof readMarks>;

/** Returns the lists that the marks of a field sort. */
const sortedBy = (marks: readonly string[]) => {
  const within = marks.flatMap((mark) => /^sorted:(.*)/.exec(mark)?.[1] ?? []);
  return { within, isWhole: marks.includes('sorted') };
};

/**
 * Returns the code of a field with its marks but `@server`. `@sorted:category` sorts the lists of each category, and not that of
 * all.
 */
export const markedCode = (code: string, { marks }: Marks) => {
  const { within, isWhole } = sortedBy(marks);
  const names = within.map((name) => `'${name}'`).join(', ');
  const scope = names ? [`{ within: [${names}]${isWhole ? ', isWhole: true' : ''} }`] : [];
  const calls: Readonly<Record<string, readonly string[]>> = {
    unique: ['unique'],
    'unique:lower': ['unique', '{ normalize: foldCase }'],
    indexed: ['indexed'],
    sorted: ['sorted', ...scope],
  };
  const rules = new Set(marks.map((mark) => mark.replace(/^sorted:.*/, 'sorted')).filter((mark) => mark in calls));
  return [...rules].reduce((inner, mark) => {
    const [call = '', ...options] = calls[mark] ?? [];
    return callOf(call, inner, ...options);
  }, code);
};

/** Returns a field with its marks but `@unique`. */
export const markedField = (field: Field, { marks, isIndexed, isServerSet, isSorted }: Marks): Field => ({
  ...field,
  ...(isServerSet && { isServerSet: true, isKept: true }),
  ...(isIndexed && { isIndexed: true }),
  ...(isSorted && sorted<Field>(field, sortedBy(marks))),
});

/** Returns the error of a field with its marks, which goes behind the field. */
export const markErrorOf = (
  { name, kind }: Readonly<Record<'name' | 'kind', string>>,
  { ending, mark, isIndexed, isServerSet, isSorted }: Marks,
  field: Field,
) => {
  const isGiven = field.isOptional || field.default !== undefined;
  const wrong =
    (mark && filterErrorOf(name, { ...field, default: undefined, ...(isIndexed && { isIndexed }) })) ??
    (isSorted ? sortErrorOf(name, sorted<Field>(field), {}) : undefined);
  if (wrong) return `which ${wrong}`;
  if (mark === 'unique' && (!canBeUnique(kind, field) || field.default !== undefined))
    return 'which cannot be unique; only a text with room for 64 characters, an email or a url can, without a default';
  if (isServerSet && !isGiven && !field.changes)
    return `which only handlers set, so a new resource may lack it; write '${name}:${kind}?${ending}', or give it a default by =`;
  return undefined;
};
