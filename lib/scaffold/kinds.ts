import { type Field, notBlank } from '../../functions/kit/model/field';
import { boolean, instant, integer, number, oneOf, texts } from '../../functions/kit/model/kinds';

/** Makes a call that esbuild leaves out of the bundles that do not need its result. */
export const pureCall = (name: string, ...parameters: readonly string[]) =>
  `/* @__PURE__ */ ${name}(${parameters.join(', ')})`;

/** Kind of a field: its code in the model, its rules, two valid values as code, and the form of a default, which needs no escapes. */
type FieldKind = readonly [code: string, field: Field, one: string, other: string, form: RegExp];

export const fieldKinds: Readonly<Record<string, FieldKind>> = {
  text: ['Text', notBlank({ minLength: 1, maxLength: 200 }), "'One text'", "'Another text'", /^[^'\\\s][^'\\]*$/],
  integer: [pureCall('integer'), integer(), '1', '2', /^-?(0|[1-9]\d{0,14})$/],
  number: [pureCall('number'), number(), '0.5', '1.5', /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/],
  boolean: ['boolean', boolean, 'true', 'false', /^(true|false)$/],
  instant: ['instant', instant, "'2026-11-01T08:30:00.000Z'", "'2026-11-02T08:30:00.000Z'", instant.pattern[0]],
  list: [pureCall('texts', 'Text'), texts({}), "['one']", "['one', 'two']", /^\[\]$/],
};

/** Values of a unique text: of the two stored examples, and of the bodies of POST, PUT and PATCH. */
export const uniqueTexts = ["'One text'", "'Another text'", "'A third text'", "'A fourth text'", "'A fifth text'"];

/** Returns the kind of a name such as `text`, or `draft|published` for a set. */
export const kindOf = (name: string): FieldKind | undefined => {
  const values = name.split('|') as [string, ...string[]];
  const [one = '', other, ...others] = values.map((text) => `'${text}'`);
  if (other) return [pureCall('oneOf', one, other, ...others), oneOf(...values), one, other, new RegExp(`^(${name})$`)];
  return Object.hasOwn(fieldKinds, name) ? fieldKinds[name] : undefined;
};
