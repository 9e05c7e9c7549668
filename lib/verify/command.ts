import { defineCommand } from '../command';
import { verifyStage } from './verify-stage';

const options = {
  url: { type: 'string', value: 'url', does: 'address of the stage, such as https://api.example' },
  token: { type: 'string', value: 'text', does: 'bearer token; better in TOKEN, because all users see a command line' },
  'read-only': { type: 'boolean', does: 'send only GET, HEAD and OPTIONS' },
} as const;

/** `npm run verify`: prints a sentence for each broken promise of a stage, and returns 1 if there is one. */
export const runVerify = defineCommand({ name: 'npm run verify', options }, async (values) => {
  const { url, token = process.env.TOKEN || undefined, 'read-only': isReadOnly } = values;
  if (!url || !URL.canParse(url))
    throw new Error(`--url is ${url ?? 'missing'}; allowed: an address such as https://api.example`);
  const sentences = await verifyStage({ url, token, isReadOnly });
  for (const sentence of sentences) process.stdout.write(`${sentence}\n`);
  return sentences.length > 0 ? 1 : 0;
});
