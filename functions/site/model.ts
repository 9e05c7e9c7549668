import * as v from 'valibot';

/** The routes of the service: each path with the methods that it knows. */
export const Index = v.object({ routes: v.record(v.string(), v.pipe(v.array(v.string()), v.readonly())) });
