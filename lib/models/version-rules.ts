import { folderOf } from '../../functions/kit/http/route';
import { storedFields } from '../../functions/kit/resources';
import type { Resource } from '../../functions/kit/site/openapi/resource';
import { resources } from '../../functions/resources';
import { compareFields, typeOf } from './compare-fields';
import { templateField } from './stored-models';

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
  const written = new Map(storedFields(writer).map((each) => [each.attribute, each]));
  const [version, other] = [reader, writer].map(({ path }) => folderOf(path));
  return storedFields(reader).flatMap((each) => {
    const { name, attribute, field } = each;
    const found = written.get(attribute);
    const [is, was] = [templateField(each), found && templateField(found)];
    const { lacksValue, otherKind, lacksDefault } = compareFields(is, was, true);
    const start = `The field "${name}" of ${version}`;
    if (lacksValue)
      return `${start} is required, and ${other} writes items without it: give it a default, make it optional, or say by storedAs in which attribute ${other} stores it.`;
    if (!found || !was) return [];
    if (otherKind)
      return `${start} is a ${typeOf(is)}, and ${other} stores a ${typeOf(was)} in the attribute "${attribute}": choose another attribute by storedAs.`;
    if (lacksDefault)
      return `${start} has a default, and ${other} writes items without it, which no list by "${name}" finds: give it a default there, too, or make it optional here.`;
    // Two versions write at once, so their rules are one declaration.
    const rules = (['unique', 'isIndexed', 'parent', 'changes', 'isServerSet'] as const).filter(
      (rule) => field[rule] !== found.field[rule],
    );
    return rules.map(
      (rule) => `${start} has another rule "${rule}" than in ${other}: make it from the field of ${other}.`,
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
