import { folderOf } from '../../functions/kit/http/route';
import type { Field } from '../../functions/kit/model/field';
import { storedFields } from '../../functions/kit/resources';
import type { Resource } from '../../functions/kit/site/openapi/resource';
import { resources } from '../../functions/resources';
import { isRequired } from './stored-models';

/** Returns the JSON type of a stored value. */
const typeOf = ({ items, type }: Field) => (items ? 'list' : (type?.replace('integer', 'number') ?? 'text'));

/** Returns a sentence for each field of a version that would overwrite another field of the same version. */
const errorsWithin = (resource: Resource) => {
  const fields = storedFields(resource);
  return fields.flatMap(({ name, attribute }, index) => {
    const other = fields.slice(0, index).find((before) => before.attribute === attribute);
    if (!other) return [];
    return `The fields "${other.name}" and "${name}" of ${folderOf(resource.path)} have one attribute, "${attribute}": choose another for one of them by storedAs.`;
  });
};

/** Returns a sentence for each field of a version that the items written by another version may not have. */
const errorsBetween = (reader: Resource, writer: Resource) => {
  const written = new Map(storedFields(writer).map((each) => [each.attribute, each.field]));
  const [version, other] = [reader, writer].map(({ path }) => folderOf(path));
  return storedFields(reader).flatMap(({ name, attribute, field }) => {
    const found = written.get(attribute);
    const is = `The field "${name}" of ${version}`;
    if (isRequired(field) && !(found && isRequired(found)))
      return `${is} is required, and ${other} writes items without it: give it a default, make it optional, or say by storedAs in which attribute ${other} stores it.`;
    if (!found) return [];
    if (typeOf(field) !== typeOf(found))
      return `${is} is a ${typeOf(field)}, and ${other} stores a ${typeOf(found)} in the attribute "${attribute}": choose another attribute by storedAs.`;
    if (field.isIndexed && field.default !== undefined && found.isOptional && found.default === undefined)
      return `${is} has a default, and ${other} writes items without it, which no list by "${name}" finds: give it a default there, too, or make it optional here.`;
    const rules = (['unique', 'isIndexed', 'parent'] as const).filter((rule) => field[rule] !== found[rule]);
    return rules.map(
      (rule) => `${is} has another rule "${rule}" than in ${other}: make it from the field of ${other}.`,
    );
  });
};

/** Returns a sentence for each reason why a version cannot show what another version writes. */
export const versionErrors = (all: readonly Resource[] = resources) =>
  all.flatMap((reader) => [
    ...errorsWithin(reader),
    ...all
      .filter((writer) => writer.collection === reader.collection && writer !== reader)
      .flatMap((writer) => errorsBetween(reader, writer)),
  ]);
