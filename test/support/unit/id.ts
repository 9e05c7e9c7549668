import type { Random } from '../random';

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
const idWith = (ms: number, rest: string) => hex(ms, 12).replace(/^(.{8})(.{4})$/, `$1-$2-7${rest}`);

/** Makes a random id of this time. */
export const randomIdAt = (ms: number, { below }: Random) => {
  const end = `8${hex(below(0x1000), 3)}-${hex(below(2 ** 24), 6)}${hex(below(2 ** 24), 6)}`;
  return idWith(ms, `${hex(below(0x1000), 3)}-${end}`);
};

/** Makes the id with this number that is minted at this time. */
export const idAt = (ms: number, number: number) => idWith(ms, `000-8000-${String(number).padStart(12, '0')}`);
