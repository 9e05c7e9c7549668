/** Placeholder account and region of a stack that runs on this machine only and is never deployed. */
export const localAccount = { region: 'us-east-1', account: '000000000000', partition: 'aws' } as const;
