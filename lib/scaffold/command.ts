import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Entity, entityOf } from '../../functions/kit/entity';
import { pathOf, type Route } from '../../functions/kit/http/route';
import type { Fields } from '../../functions/kit/model/field';
import { Timestamp } from '../../functions/kit/model/id';
import { sorted } from '../../functions/kit/model/sorted';
import * as routes from '../../functions/routes';
import { defineCommand } from '../command';
import { sortErrorOf } from '../models/field-rules';
import { indexesOf, indexNames, MAX_INDEXES } from '../models/indexes';
import { root } from '../root';
import { editLists, refuseChanges, writeFiles } from './edits';
import { isInRequests, readField } from './fields/field';
import { finishFiles } from './finish';
import { namesOf } from './noun';
import { editParent, parentsOfNew } from './parents';
import { reactionAdditionOf, reactionOf } from './reaction';
import { removalOf } from './removal';
import { filesOf } from './templates';
import { type VersionOptions, versionAdditionOf } from './version';

const usage = {
  name: 'npm run resource',
  file: "products name:text 'sku:text@unique' 'price:number?@sorted' 'status:draft|published=draft@indexed' 'stage:new>used>sold,lost' 'sales:integer=0@server'",
  isOpen: true,
  options: {
    of: {
      type: 'string',
      multiple: true,
      value: 'plural',
      does: "let each belong to one of these, such as teams, or to none with 'teams?'; repeat it for several parents, where teams:home names the field homeId",
    },
    expand: {
      type: 'string',
      value: 'names',
      does: 'let a list show these members of the parent, such as name,email, to all its readers; with several parents, author.name',
    },
    path: { type: 'string', value: 'path', does: 'serve them there, such as /products, and not under /api/v1' },
    noun: {
      type: 'string',
      value: 'singular',
      does: 'name one of them where the plural does not tell, such as movie or person',
    },
    public: { type: 'boolean', does: 'let everybody read, without a token' },
    private: { type: 'boolean', does: 'on a stage with ownership, let owners read what is theirs, and admins all' },
    reaction: { type: 'boolean', does: 'add a function that gets each change, also to a resource that is there' },
    version: { type: 'string', value: 'number', does: 'add this version of the resource, with the fields as new ones' },
    rename: { type: 'string', value: 'names', does: 'show fields of the version before by other names: name=fullName' },
    drop: { type: 'string', value: 'names', does: 'leave out these fields of the version before' },
    deprecate: { type: 'string', value: 'day', does: 'announce that the version before ends on a day like 2027-06-30' },
    remove: {
      type: 'boolean',
      does: 'take away the resource or a version, with its tests and the lines of pages that link to it',
    },
  },
} as const;

/** Argument that lets lists be sorted by the time of the last change, which is no field of the input. */
const UPDATED_AT = 'updatedAt@sorted';

/** Returns a sentence about the indexes of the table with those of a new resource. */
export const describeIndexes = (entity: Entity) => {
  const added = indexesOf([entity])
    .map(({ name }) => name)
    .filter((name) => !indexNames.includes(name));
  const total = indexNames.length + added.length;
  const deployments =
    added.length > 1
      ? `A running stage needs ${added.length} deployments, because AWS adds one index each time. Declare one more in each: ${added.join(', ')}.`
      : 'A running stage needs one deployment.';
  const many = total > MAX_INDEXES ? ' Declare fewer, or have the quota raised: npm run synth says how.' : '';
  return `\nThe table then has ${total} indexes, and AWS allows ${MAX_INDEXES}.${many} ${deployments}\n`;
};

type Options = Parameters<typeof namesOf>[1] &
  Parameters<typeof parentsOfNew>[0] &
  VersionOptions & { readonly [name in 'public' | 'private' | 'reaction']?: boolean };

/** Returns a function that writes a resource, and adds it to the lists of the project. */
const resourceAdditionOf = (options: Options, plural: string, parameters: readonly string[]) => {
  // npm takes `--of=teams` for `--offline`, and leaves `teams`.
  const parent = process.env.npm_config_offline && parameters.find((word) => !word.includes(':'));
  if (parent) throw new Error(`npm took options for itself; type: npm run resource -- ${plural} … --of=${parent}`);
  if (plural && existsSync(join(root, 'functions', plural)))
    throw new Error(`There is a folder functions/${plural}; choose another noun, or delete the folder`);
  const names = { ...namesOf(plural, options), parents: parentsOfNew(options, plural) };
  if (parameters.length === 0) throw new Error('The resource has no field; add one, such as name:text');
  const own = parameters
    .filter((argument) => argument !== UPDATED_AT)
    .map((argument) => readField(argument, plural, names.noun));
  const followsChanges = parameters.includes(UPDATED_AT);
  const fields = [...own, ...names.parents.map(({ field }) => field)];
  const twice = fields.find(({ name }, index) => fields.findIndex((other) => other.name === name) < index);
  if (twice) throw new Error(`The field "${twice.name}" is given twice; name it once`);
  if (!own.some(isInRequests))
    throw new Error(
      'The resource has no field that clients can change at any time, because each is a state, a parent or @server; add one, such as name:text',
    );
  const shown = names.parents.filter((each) => each.shown).map(({ name }) => name);
  const member = fields.find(({ name }) => shown.includes(name));
  if (member) throw new Error(`The field "${member.name}" has the name of what --expand adds; choose another`);
  const model = Object.fromEntries(fields.map((each) => [each.name, each.field]));
  for (const { name, field } of fields) {
    const error = field.sorted && sortErrorOf(name, field, model);
    if (error) throw new Error(`The field "${name}" ${error}`);
  }
  const [readers, other] = (['public', 'private'] as const).filter((word) => options[word]);
  if (other) throw new Error('The resource is --public and --private; choose one');
  if (Object.values<Route>(routes).some((route) => pathOf(route) === names.path))
    throw new Error(`There is a route of ${names.path}; choose another path`);
  const addReaction = options.reaction ? reactionOf(names) : () => '';
  return () => {
    writeFiles(plural, filesOf({ ...names, fields, readers, followsChanges }));
    editLists(names, true);
    for (const { resource } of names.parents) editParent(names, resource, true);
    const shownModel = followsChanges ? { ...model, updatedAt: sorted(Timestamp) } : model;
    const { collection, path } = names;
    const isPrivate = readers === 'private' || undefined;
    const entity = entityOf<Fields>({ collection, path: path as `/${string}`, model: shownModel, isPrivate });
    return describeIndexes(entity) + addReaction();
  };
};

/** Adds a resource to the project, or takes one away. */
export const runResource = defineCommand(usage, (options, plural = '', ...parameters) => {
  const { remove, version, ...others } = options;
  if (remove && parameters.length + Object.keys(others).length > 0)
    throw new Error('--remove takes the plural of a resource, its --version if it has several, and nothing else');
  const part = ['rename', 'drop', 'deprecate'].find((name) => name in others);
  if (part && version === undefined) throw new Error(`--${part} is of a version; give its number by --version`);
  const ofResource = options.reaction && parameters.length === 0 ? reactionAdditionOf : resourceAdditionOf;
  const additionOf = version === undefined ? ofResource : versionAdditionOf;
  const change = remove ? removalOf(plural, version) : additionOf(options, plural, parameters);
  refuseChanges();
  finishFiles(change());
});
