import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { parse } from '@babel/parser';
import type { Plugin } from 'esbuild';
import { root } from '../root';

/** Node of a syntax tree, with the nodes that it holds. */
type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number; readonly end: number };

/** Text that a source gets at a position. */
type Insertion = readonly [position: number, text: string];

const PURE = '/* @__PURE__ */ ';

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** Returns the nodes in a node that run with it: not the body of a function, and no types. */
const partsOf = (node: Node): readonly Node[] => {
  if (/Function|Method|^Class|^TS(?!As|Satisfies)/.test(node.type)) return [];
  return Object.values(node).flat().filter(isNode);
};

const someIn = (node: Node, isFound: (part: Node) => boolean): boolean =>
  isFound(node) || partsOf(node).some((part) => someIn(part, isFound));

const everyIn = (node: Node, isRight: (part: Node) => boolean): boolean => !someIn(node, (part) => !isRight(part));

/** Matches expressions that only make a value, and types. */
const PLAIN =
  /^(Object(Expression|Property)|ArrayExpression|SpreadElement|MemberExpression|Identifier|\w+Literal|TemplateElement|ArrowFunctionExpression|FunctionExpression|TS\w+)$/;

/** Matches expressions that esbuild keeps, because a getter might run. It knows the members of a namespace. */
const KEPT = /^(MemberExpression|SpreadElement)$/;

/** Returns the marks of the top-level constants of a source, whose calls of the kit have no effect but their result. */
const marksOf = (source: string, isOfKit: (path: string) => boolean) => {
  const { body } = parse(source, { sourceType: 'module', plugins: ['typescript'], attachComment: false }).program;
  const imports = body.flatMap((statement) =>
    statement.type === 'ImportDeclaration'
      ? statement.specifiers.map(({ type, local: { name } }) => ({ type, name, from: statement.source.value }))
      : [],
  );
  const ofKit = imports.flatMap(({ name, from }) => (isOfKit(from) ? name : []));
  const namespaces = imports.flatMap(({ name, type }) => (type === 'ImportNamespaceSpecifier' ? name : []));
  const constants = body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    return declared?.type === 'VariableDeclaration' && declared.kind === 'const'
      ? declared.declarations.flatMap(({ init }) => (isNode(init) ? init : []))
      : [];
  });
  const isNamed = (node: unknown, names: readonly string[]) =>
    isNode(node) && node.type === 'Identifier' && names.includes(`${node.name}`);
  const isKitCall = ({ type, callee }: Node) => type === 'CallExpression' && isNamed(callee, ofKit);
  const isKept = ({ type, object }: Node) => KEPT.test(type) && !isNamed(object, namespaces);
  const callsIn = (node: Node): readonly Node[] => [
    ...(isKitCall(node) ? [node] : []),
    ...partsOf(node).flatMap(callsIn),
  ];
  return constants.flatMap((constant): Insertion[] => {
    const calls = callsIn(constant).map(({ start }): Insertion => [start, PURE]);
    const isPlain = everyIn(constant, (part) => PLAIN.test(part.type) || isKitCall(part));
    if (!isPlain || !someIn(constant, isKept)) return calls;
    return [[constant.start, `${PURE}(() => (`], ...calls, [constant.end, '))()']];
  });
};

/** Returns a source with the marks, whose lines stay. A source with an error stays, because esbuild names the place of the error. */
export const withMarks = (source: string, isOfKit: (path: string) => boolean) => {
  try {
    return marksOf(source, isOfKit)
      .toReversed()
      .reduce((text, [position, mark]) => `${text.slice(0, position)}${mark}${text.slice(position)}`, source);
  } catch (error) {
    if (error instanceof SyntaxError) return source;
    throw error;
  }
};

const kit = resolve(root, 'functions', 'kit') + sep;

/** Marks calls of the kit in the files of resources, so that esbuild leaves unused models and handlers out of a bundle. */
export const markCalls: Plugin = {
  name: 'mark-calls',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]functions[\\/].*\.ts$/ }, async ({ path }) => {
      if (path.startsWith(kit) || !relative(root, path).startsWith(`functions${sep}`)) return;
      const isOfKit = (imported: string) => resolve(dirname(path), imported).startsWith(kit);
      return { contents: withMarks(await readFile(path, 'utf8'), isOfKit), loader: 'ts' };
    }),
};
