const MAX_NAME_LENGTH = 100;

/** Shortens a name that the client sent. Without this, an error response could repeat a name of 200 kB. */
export const shorten = (name: string) =>
  (name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name).toWellFormed();
