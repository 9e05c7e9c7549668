import { folderOf } from '../../functions/kit/http/route';
import { nestedFieldsOf, type StoredField } from '../../functions/kit/model/models';
import { storedFields } from '../../functions/kit/resources';
import type { Resource } from '../../functions/kit/site/openapi/resource';
import { resources } from '../../functions/resources';
import { compareFields, holderOf, typeOf } from './compare-fields';
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

const allFields = (resource: Resource) => storedFields(resource).flatMap((each) => [each, ...nestedFieldsOf(each)]);

/** Tells whether an object is in a list, which each write replaces as a whole. */
const isInList = (fields: ReadonlyMap<string, StoredField>, holder: string | undefined): boolean =>
  holder !== undefined && (fields.get(holder)?.field.items !== undefined || isInList(fields, holderOf(holder)));

/** Returns a sentence for each field of a version that the items written by another version may not have. */
const errorsBetween = (reader: Resource, writer: Resource) => {
  const written = new Map(allFields(writer).map((each) => [each.attribute, each]));
  const [version, other] = [reader, writer].map(({ path }) => folderOf(path));
  return allFields(reader).flatMap((each) => {
    const { name, attribute, field } = each;
    const found = written.get(attribute);
    const holder = holderOf(attribute);
    // The holder has an error of its own, or no item has it.
    if (holder && !written.has(holder)) return [];
    const [is, was] = [templateField(each), found && templateField(found)];
    const { lacksValue, otherKind, lacksDefault } = compareFields(is, was, true);
    const start = `The field "${name}" of ${version}`;
    if (isInList(written, holder) && !found)
      return `${start} is in a list, and ${other} replaces the list without it: add it there, too.`;
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
