import * as v from 'valibot';

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

const Methods = v.pipe(v.array(v.picklist(METHODS)), v.maxLength(METHODS.length), v.readonly());

const Path = v.pipe(v.string(), v.regex(/^\//), v.maxLength(100));

/** The routes of the service: each path with the methods that it knows. */
export const Index = v.object({ routes: v.record(Path, Methods) });
