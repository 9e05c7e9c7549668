import { READ_ONLY } from '../../http/fields';
import type { Row } from '../../http/row';
import type { Fields } from '../../model/field';
import { Instant } from '../../model/id';
import { schemaOf, schemaOfField } from './schemas';

const instant = { ...schemaOfField(Instant), format: 'date-time', maxLength: 24 };

/** Returns the schema of a resource. Its times have a format, which the models do not know. */
export const resourceSchema = (model: Fields) => {
  const schema = schemaOf(model);
  return { ...schema, properties: { ...schema.properties, createdAt: instant, updatedAt: instant } };
};

/**
 * Returns the schema of a PUT body. The schema allows the fields that only the service sets, because a PUT ignores them.
 * Other schemas do not mark these fields as `readOnly`, because generated clients leave a `readOnly` field out of every
 * resource that they serialize.
 */
export const replacementSchema = (input: Fields, resource: Fields) => {
  const schema = schemaOf(input);
  const fields = Object.entries(resourceSchema(resource).properties).filter(([name]) => READ_ONLY.includes(name));
  const readOnly = Object.fromEntries(fields.map(([name, field]) => [name, { ...field, readOnly: true }]));
  return { ...schema, properties: { ...schema.properties, ...readOnly } };
};

/** Returns the schema of an item in a list that `expand` can add members to. */
export const listedSchema = (resource: Fields, expands: NonNullable<Row['expands']>) => {
  const schema = resourceSchema(resource);
  const added = Object.entries(expands).map(([name, model]) => [name, schemaOf(model)]);
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(added) } };
};
