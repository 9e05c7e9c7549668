// In a file of its own, since what Node reads as TypeScript has `require` for every `import()` (lib/build/typescript.cjs).
module.exports = (url) => import(url);
