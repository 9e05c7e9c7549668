import { rmSync } from 'node:fs';
import { closeSharedServices } from './shared-services';

const tearDown = async () => {
  await closeSharedServices();
  rmSync(process.env.TEST_FOLDER ?? '', { recursive: true, force: true });
};

export = tearDown;
