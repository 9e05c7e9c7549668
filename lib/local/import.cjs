// In a file of its own, since what Node reads as TypeScript has `require` for every `import()` (lib/typescript.cjs).
module.exports = (url) => import(url);
