// Looks at the shape, because in jest `instanceof Error` is false for the errors of Node.
/** Returns the message of an error, or another thrown value as text. */
export const messageOf = (error: unknown): string => String(Object(error).message ?? error);
