import { nestedFieldsOf } from '../../../functions/kit/model/models';
import { READ_ONLY } from '../../../functions/kit/rules/conditions';
import type { Shown } from '../../support/expected-list';
import type { AnyResource } from './any-resource';

/** Returns the attributes of the fields of a version, and the paths of the members of objects, by the names of both. */
export const attributesIn = ({ entity }: AnyResource) => {
  const all = [...entity.members.values()].filter(({ name }) => !READ_ONLY.includes(name));
  const ofObjects = all.flatMap((each) => (each.field.items ? [] : nestedFieldsOf(each)));
  return new Map([...all, ...ofObjects].map(({ name, attribute }) => [name, attribute]));
};

/** Replaces the names of shown values by their attributes. An object is replaced by its members. */
export const byAttribute = (version: AnyResource, shown: Shown): Shown => {
  const attributes = attributesIn(version);
  const flatten = (values: object, start: string): [string, unknown][] =>
    Object.entries(values).flatMap(([name, value]) => {
      const isObject = value instanceof Object && !Array.isArray(value);
      const attribute = attributes.get(`${start}${name}`);
      return isObject ? flatten(value, `${start}${name}.`) : attribute ? [[attribute, value]] : [];
    });
  return Object.fromEntries(flatten(shown, ''));
};

/** Returns the values of some attributes. */
export const pick = (values: Shown, attributes: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([attribute]) => attributes.includes(attribute)));
