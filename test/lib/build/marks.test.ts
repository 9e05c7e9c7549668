import { withMarks } from '../../../lib/build/marks';

const PURE = '/* @__PURE__ */ ';
const imports =
  "import { patchOf, text as Text } from '../kit/a';\nimport { own, Other } from './own';\nimport * as routes from './routes';\n";
const marksIn = (code: string) =>
  withMarks(imports + code, (path) => path.startsWith('../kit/'))
    .slice(imports.length)
    .replaceAll(PURE, '!');

test.each([
  ['a call of the kit', 'const a = patchOf(A);', 'const a = !patchOf(A);'],
  ['a call inside another', 'export const a = patchOf({ b: Text() });', 'export const a = !patchOf({ b: !Text() });'],
  ['several constants', 'const a = Text(), é = Text();', 'const a = !Text(), é = !Text();'],
  ['the whole constant of a part', 'const a = { b: Other.b };', 'const a = !(() => ({ b: Other.b }))();'],
  ['a handler', 'const a = patchOf(routes.a, (b) => Text(b));', 'const a = !patchOf(routes.a, (b) => Text(b));'],
  ['a constant with a type', 'const a = { ...Text() } as const;', 'const a = !(() => ({ ...!Text() } as const))();'],
])('the build marks %s', (_, code, marked) => {
  expect(marksIn(code)).toBe(marked);
});

test.each([
  ['a call of a function of yours', 'const a = own({ b: Other.b });'],
  ['a method', 'const a = [Other.b, Other.patchOf(A)];'],
  ['a call inside a function', 'const a = () => patchOf(A), b = { c() { patchOf(A); } };'],
  ['a statement', 'patchOf(A); let a = patchOf(A);'],
  ['a source with an error', 'const a = patchOf(A); const b = ;'],
  ['a type', 'const a: typeof Other.b = 1; type B = ReturnType<typeof patchOf>;'],
])('the build does not mark %s', (_, code) => {
  expect(marksIn(code)).toBe(code);
});

test('the build keeps the lines of a source', () => {
  expect(marksIn('const a = {\n  ...Other,\n};\n')).toBe('const a = !(() => ({\n  ...Other,\n}))();\n');
});
