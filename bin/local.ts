const oldest = '20.12';

if (process.versions.node.localeCompare(oldest, undefined, { numeric: true }) < 0) {
  process.stderr.write(`Node ${process.versions.node} is too old; ${oldest} or newer is needed\n`);
  process.exit(1);
}

// Imported only now, since an older Node could not even read it.
import('../lib/local/run').then(({ run }) => run(process.argv.slice(2)));
