/** Returns the message of an error, or another thrown value as text. In jest, Node's errors are no instances of Error. */
export const messageOf = (error: unknown): string => String(Object(error).message ?? error);
