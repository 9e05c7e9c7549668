/** Makes the id with this number that is minted at this time. */
export const idAt = (ms: number, number: number) => {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(number).padStart(12, '0')}`;
};
