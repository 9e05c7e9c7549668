/** Runs the tests that start programs, `*.program.test.ts`, and the checks of the torture. */
module.exports = {
  ...require('./jest.config.json'),
  testMatch: ['<rootDir>/test/torture/**/*.test.ts', '<rootDir>/test/**/*.program.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
