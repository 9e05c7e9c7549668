import { rmSync } from 'node:fs';
import { closeSharedServices } from './shared-services';

module.exports = async () => {
  await closeSharedServices();
  rmSync(process.env.TEST_FOLDER ?? '', { recursive: true, force: true });
};
