import type { Field } from './field';
import { idPattern } from './id';

/** Id of no resource. */
export const someId = '00000000-0000-7000-8000-000000000000';
/** Value of each text without an example. A field whose pattern asks for an @ accepts it, too. */
const someText = 'nobody@example.com';

export const exampleOf = ({ example, pattern }: Field) => example ?? (pattern === idPattern ? someId : someText);
