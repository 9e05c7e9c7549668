import type { Finding, Run } from './check';
import { checks } from './checks';

/** What the process of one check says to the one that started it. */
export type Said = { readonly progress: string } | { readonly findings: readonly Finding[] };

const say = (said: Said) => process.send?.(said);

/** Runs one check in this process and says what it found. */
export const playOne = async (name: string, run: Omit<Run, 'progress'>) => {
  const findings = await checks[name]?.({ ...run, progress: (progress) => say({ progress }) });
  say({ findings: findings ?? [] });
  process.disconnect?.();
};
