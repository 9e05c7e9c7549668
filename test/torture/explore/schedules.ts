import type { Random } from '../random';
import type { Choose } from './run';

/** Plays one schedule by its choices. The path grows by the place of each choice. */
type Play = (choose: Choose, path: readonly number[]) => Promise<void>;

/** Plays each schedule once, depth first. */
export const everySchedule = async (play: Play) => {
  for (let prefix: number[] = []; ; ) {
    const [path, widths]: [number[], number[]] = [[], []];
    const choose: Choose = ({ length }) => {
      const choice = Math.min(prefix[path.length] ?? 0, length - 1);
      path.push(choice);
      widths.push(length);
      return choice;
    };
    await play(choose, path);
    const last = path.findLastIndex((choice, i) => choice + 1 < (widths[i] ?? 0));
    if (last < 0) return;
    prefix = [...path.slice(0, last), (path[last] ?? 0) + 1];
  }
};

/** Plays schedules that are drawn at random. */
export const drawnSchedules = (random: Random, count: number) => async (play: Play) => {
  for (let i = 0; i < count; i++) {
    const path: number[] = [];
    await play(({ length }) => path[path.push(random.below(length)) - 1] ?? 0, path);
  }
};

/** Plays the schedule with these choices. */
export const oneSchedule = (path: readonly number[]) => async (play: Play) => {
  let steps = 0;
  await play(() => path[steps++] ?? 0, path);
};
