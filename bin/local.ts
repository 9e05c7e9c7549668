if (!process.features.require_module) {
  process.stderr.write(`Node ${process.versions.node} is too old; 20.19, 22.12 or newer is needed\n`);
  process.exit(1);
}

// Imported only now, since an older Node could not even read it.
import('../lib/local/run').then(({ run }) => run(process.argv.slice(2)));
