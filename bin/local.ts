if (!process.features.require_module) {
  process.stderr.write(`Node ${process.versions.node} is too old; install 20.19, 22.12 or newer\n`);
  process.exit(1);
}

// Imports the module only after the check, because an older Node cannot load it.
import('../lib/local/run').then(({ run }) => run(process.argv.slice(2)));
