import { type Field, withDefault } from '../../../functions/kit/model/field';
import { sorted } from '../../../functions/kit/model/sorted';
import { filterErrorOf, nameErrorOf, sortErrorOf, valueErrorOf } from '../../models/field-rules';
import { callOf, canBeUnique, fieldKinds, kindOf, STATES } from './kinds';

/** Marks at the end of a field. Several may follow each other. */
const MARKS = '@(?:unique(?::lower)?|indexed|server|sorted(?::[a-z]\\w*)?)';

/** Returns the lists that the marks of a field sort. */
const sortedBy = (marks: readonly string[]) => {
  const within = marks.flatMap((mark) => /^sorted:(.*)/.exec(mark)?.[1] ?? []);
  return { within, isWhole: marks.includes('sorted') };
};

/**
 * Returns the code of a field with its marks but `@server`. `@sorted:category` sorts the lists of each category, and not that of
 * all.
 */
const markedCode = (code: string, marks: readonly string[]) => {
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

/**
 * Reads `name:kind`, where a kind can be `draft|published`, `integer(1..10)`, or `draft>placed` for a state. `?` makes a field
 * optional, and `=value` is its default. `@unique` and `@indexed` at the end let a list find resources by the field, and `@sorted`
 * lets it be sorted. `@unique:lower` ignores upper and lower case. `@server` lets only handlers set the field.
 */
export const readField = (argument: string, plural: string, noun: string) => {
  const form = new RegExp(`^([a-z]\\w*):(\\w+(?:\\([^)]*\\)|(?:\\|\\w+)*)|${STATES})(?:(\\?)|=(.*?))?((?:${MARKS})*)$`);
  const [, name = '', kind = '', isOptional, value, ending = ''] = form.exec(argument) ?? [];
  const marks = ending.split('@').slice(1);
  const mark = (['unique', 'indexed'] as const).find((word) => marks.some((each) => each.split(':')[0] === word));
  const isServerSet = marks.includes('server');
  const isSorted = marks.some((each) => each.startsWith('sorted'));
  const found = kindOf(kind, { name, noun, value, isInIndex: Boolean(mark) || isSorted });
  const allowed = [...Object.keys(fieldKinds), 'decimal(2)', 'draft|published'].join(', ');
  const ofState = "'status:draft>placed>shipped,cancelled;placed>draft'";
  if (!found)
    throw new Error(
      `The field is "${argument}"; write name:kind, name:kind? or name:kind=default, and @unique, @unique:lower, @indexed, @server, @sorted or @sorted:field after it; kinds: ${allowed}, or the changes of a state in quotes, as in ${ofState}; or write updatedAt@sorted`,
    );
  if (typeof found === 'string') throw new Error(`The field is "${argument}", ${found}`);
  const error = nameErrorOf(name, plural);
  if (error) throw new Error(`The field is "${argument}", whose name ${error}`);
  const [plain, field, valueForm, [one = '', other = '', ...more]] = found;
  const indexing = marks.includes('indexed') && { isIndexed: true as const };
  const wrong =
    (mark && filterErrorOf(name, { ...field, ...indexing })) ??
    (isSorted ? sortErrorOf(name, sorted<Field>(field), {}) : undefined);
  if (wrong) throw new Error(`The field is "${argument}", which ${wrong}`);
  if (mark === 'unique' && (!canBeUnique(kind, field) || value !== undefined))
    throw new Error(
      `The field is "${argument}", which cannot be unique; only a text with room for 64 characters, an email or a url can, without a default`,
    );
  if (field.changes && (isOptional || value !== undefined))
    throw new Error(`The field is "${argument}", a state whose default is its first one, ${one}; leave out ? and =`);
  if (isServerSet && !isOptional && value === undefined && !field.changes)
    throw new Error(
      `The field is "${argument}", which only handlers set, so a new resource may lack it; write '${name}:${kind}?${ending}', or give it a default by =`,
    );
  if (value !== undefined && !valueForm.test(value))
    throw new Error(`The field is "${argument}", whose default is not of its kind; choose another`);
  const isText = one.startsWith("'");
  const given = isText ? value : value && JSON.parse(value);
  const wrongValue = valueErrorOf(withDefault(field, given));
  if (wrongValue) throw new Error(`The field is "${argument}", which ${wrongValue}`);
  const literal = isText ? `'${value}'` : `${value}`;
  const whole = value === undefined ? plain : callOf('withDefault', plain, literal);
  const marked = markedCode(whole, marks);
  const code = isOptional ? callOf('optional', marked) : marked;
  const declared: Field = {
    ...field,
    ...(value !== undefined && { default: given }),
    ...(isOptional && { isOptional: true }),
    ...(isServerSet && { isServerSet: true, isKept: true }),
    ...indexing,
    ...(isSorted && sorted<Field>(field, sortedBy(marks))),
  };
  const values = [one, other, ...(more.length > 0 ? more : [one, other, other])];
  return { name, code: isServerSet ? callOf('serverSet', code) : code, mark, field: declared, values };
};

export type NewField = ReturnType<typeof readField>;

/** Tells whether the requests of the examples have a field. A handler sets some fields, and the changes of a state have an order. */
export const isInRequests = ({ field }: Pick<NewField, 'field'>) => !field.isServerSet && !field.changes;
