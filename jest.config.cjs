const shared = {
  rootDir: __dirname,
  transform: { '\\.ts$|/jose/.+\\.js$': '<rootDir>/test/support/jest/esbuild-transform.cjs' },
  transformIgnorePatterns: ['/node_modules/(?!jose/)'],
  testEnvironment: '<rootDir>/test/support/jest/environment.ts',
  globalSetup: '<rootDir>/test/support/jest/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.ts',
};

/** Tests of `npm run test-programs`, which start programs or search long. */
const programs = ['<rootDir>/test/torture/**/*.test.ts', '<rootDir>/test/**/*.program.test.ts'];

module.exports = {
  projects: [
    {
      ...shared,
      displayName: 'service',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/(clients|torture)/', '\\.program\\.test\\.ts$'],
    },
    { ...shared, displayName: 'programs', testMatch: programs },
  ],
  testTimeout: 180_000,
  maxWorkers: 3,
  workerGracefulExitTimeout: 10_000,
};
