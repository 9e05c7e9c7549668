import type { Random } from '../torture/random';

export const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** Makes a random id of this time. */
export const randomIdAt = (instantMs: number, { below }: Random) => {
  const time = hex(instantMs, 12);
  const rest = `8${hex(below(0x1000), 3)}-${hex(below(2 ** 24), 6)}${hex(below(2 ** 24), 6)}`;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(below(0x1000), 3)}-${rest}`;
};

/** Makes the id with this number that is minted at this time. */
export const idAt = (ms: number, number: number) => {
  const time = hex(ms, 12);
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(number).padStart(12, '0')}`;
};
