const oldest = '20.12';

if (process.versions.node.localeCompare(oldest, undefined, { numeric: true }) < 0) {
  process.stderr.write(`Node ${process.versions.node} is too old; ${oldest} or newer is needed\n`);
  process.exit(1);
}

// Only now, since an older Node could not even read it; and required, since `import()` takes a loader in a thread of its
// own, which is 120 ms of each start.
const { run }: typeof import('../lib/local/run') = require('../lib/local/run');
run(process.argv.slice(2));
