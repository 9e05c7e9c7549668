/** Runs the tests of programs: the checks of the torture, and a copy of the project with a third resource. */
module.exports = {
  ...require('./jest.config.json'),
  testMatch: ['<rootDir>/test/torture/**/*.test.ts', '<rootDir>/test/third-resource.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
