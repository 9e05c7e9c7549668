const oldestNode = 20;

if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  process.stderr.write(`Node ${process.versions.node} is too old; ${oldestNode} or newer is needed\n`);
  process.exit(1);
}

// Imported only now, since an older Node could not even read it.
import('../lib/local/run').then(({ run }) => run(process.argv.slice(2)));
