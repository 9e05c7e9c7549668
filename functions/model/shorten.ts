/** Names longer than any of ours are shortened in an answer: nobody wants 200 kB of them back. */
const LONGEST_NAME = 100;

export const shorten = (name: string) =>
  (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name).toWellFormed();
