import { rmSync } from 'node:fs';

module.exports = async () => rmSync(process.env.TEST_FOLDER ?? '', { recursive: true, force: true });
