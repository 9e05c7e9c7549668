const { TestEnvironment } = require('jest-environment-node');

/** Skips what comes after the first test that fails: one is enough to kill a mutant. */
module.exports = class extends TestEnvironment {
  async handleTestEvent({ name, test }) {
    if (name === 'test_done' && test.errors.length > 0) this.hasFailed = true;
    if (name === 'test_start' && this.hasFailed) test.mode = 'skip';
  }
};
