/** Returns the middle of numbers, the larger of two middle ones, and NaN without numbers. */
export const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
