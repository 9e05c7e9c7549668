import { type Field, withDefault } from '../../../functions/kit/model/field';
import { nameErrorOf, valueErrorOf } from '../../models/field-rules';
import { objectErrorOf } from '../../models/object-rules';
import { callOf, fieldKinds, kindOf, STATES } from './kinds';
import { MARKS, markErrorOf, markedCode, markedField, readMarks } from './marks';
import { bracesError, type NewMember, OBJECT, objectKindOf } from './objects';
import { wordsIn } from './usual';

export type NewField = NewMember & { readonly mark?: 'unique' | 'indexed' };

const FORM = new RegExp(
  `^([a-z]\\w*):(\\w+(?:\\([^)]*\\)|(?:\\|\\w+)*)|${STATES}|${OBJECT})(?:(\\?)|=(.*?))?((?:${MARKS})*)$`,
);

/** Returns what to write instead of an argument that has not the form of a field, or of a member of an object. */
const formErrorOf = (argument: string, isMember: boolean) => {
  if (argument.includes('{')) return `, ${bracesError}`;
  const kinds = [...Object.keys(fieldKinds), 'decimal(2)', 'draft|published', '{street:text}'].join(', ');
  if (isMember) return `; write name:kind, name:kind? or name:kind=default; kinds: ${kinds}`;
  const ofState = "'status:draft>placed>shipped,cancelled;placed>draft'";
  return `; write name:kind, name:kind? or name:kind=default, and @unique, @unique:lower, @indexed, @server, @sorted or @sorted:field after it; kinds: ${kinds}, or the changes of a state in quotes, as in ${ofState}; or write updatedAt@sorted`;
};

/** Reads a field of a resource, or a member of an object, which has no plural. */
const readPart = (argument: string, noun: string, plural?: string): NewField => {
  const [, name = '', kind = '', isOptional, value, ending = ''] = FORM.exec(argument) ?? [];
  const isMember = plural === undefined;
  const refuse = (reason: string) => new Error(`The ${isMember ? 'member' : 'field'} is "${argument}"${reason}`);
  const marks = readMarks(ending);
  const { mark, isSorted, isServerSet } = marks;
  const given = { name, noun, value, isInIndex: Boolean(mark) || isSorted, isServerSet };
  const readMember = (member: string) => readPart(member, wordsIn(kind.endsWith(']') ? name.replace(/s$/, '') : name));
  const found = kind.startsWith('{') ? objectKindOf(kind, readMember) : kindOf(kind, given);
  if (!found) throw refuse(formErrorOf(argument, isMember));
  if (typeof found === 'string') throw refuse(`, ${found}`);
  const [plain, field, valueForm, [one = '', other = '', ...more]] = found;
  if (isMember && (ending || field.changes))
    throw refuse(', which has a mark or is a state; leave these to the fields of the resource');
  const nameError = isMember ? undefined : nameErrorOf(name, plural);
  if (nameError) throw refuse(`, whose name ${nameError}`);
  if (field.changes && (isOptional || value !== undefined))
    throw refuse(`, a state whose default is its first one, ${one}; leave out ? and =`);
  const objectError = objectErrorOf({ ...field, default: value });
  if (objectError) throw refuse(`, which ${objectError}`);
  const isText = one.startsWith("'");
  if (value !== undefined && !valueForm.test(value)) throw refuse(', whose default is not of its kind; choose another');
  const byDefault = isText ? value : value && JSON.parse(value);
  const valueError = valueErrorOf(withDefault(field, byDefault));
  if (valueError) throw refuse(`, which ${valueError}`);
  const whole: Field = {
    ...field,
    ...(value !== undefined && { default: byDefault }),
    ...(isOptional && { isOptional: true }),
  };
  const markError = markErrorOf({ name, kind }, marks, whole);
  if (markError) throw refuse(`, ${markError}`);
  const literal = isText ? `'${value}'` : `${value}`;
  const marked = markedCode(value === undefined ? plain : callOf('withDefault', plain, literal), marks);
  const code = isOptional ? callOf('optional', marked) : marked;
  return {
    name,
    code: isServerSet ? callOf('serverSet', code) : code,
    mark,
    field: markedField(whole, marks),
    values: [one, other, ...(more.length > 0 ? more : [one, other, other])],
  };
};

/**
 * Reads `name:kind`, where a kind can be `draft|published`, `integer(1..10)`, `draft>placed` for a state, or `{street:text}` for an
 * object. `?` makes a field optional, and `=value` is its default. `@unique` and `@indexed` at the end let a list find resources by
 * the field, and `@sorted` lets it be sorted. `@unique:lower` ignores upper and lower case. `@server` lets only handlers set the
 * field.
 */
export const readField = (argument: string, plural: string, noun: string) => readPart(argument, noun, plural);

/** Tells whether the requests of the examples have a field. A handler sets some fields, and the changes of a state have an order. */
export const isInRequests = ({ field }: Pick<NewField, 'field'>) => !field.isServerSet && !field.changes;
