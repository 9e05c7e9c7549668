const { TestEnvironment } = require('jest-environment-node');

/** Skips all tests after the first failure, because one failed test kills a mutant. */
module.exports = class extends TestEnvironment {
  async handleTestEvent({ name, test }) {
    if (name === 'test_done' && test.errors.length > 0) this.hasFailed = true;
    if (name === 'test_start' && this.hasFailed) test.mode = 'skip';
  }
};
