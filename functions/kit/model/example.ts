import type { Field } from './field';
import { idPattern } from './id';

/** Id of no resource. */
export const someId = '00000000-0000-7000-8000-000000000000';
/** Value of a field without an example, which is also a valid address. */
const someText = 'nobody@example.com';

/** Returns a valid value of a field. */
export const exampleOf = ({ example, pattern }: Field) => example ?? (pattern === idPattern ? someId : someText);
