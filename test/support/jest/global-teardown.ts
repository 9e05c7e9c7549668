import { rmSync } from 'node:fs';

module.exports = async () => rmSync(process.env.ASSEMBLY ?? '', { recursive: true, force: true });
