// CommonJS file, because the TypeScript hook (lib/build/typescript.cjs) compiles every `import()` to `require()`.
module.exports = (url) => import(url);
