import { Problem } from '../../rules/problem';
import type { ExtraWrite, Failure } from '../write';
import type { AlsoWrite } from './also-write';

export const itemPathOf = ({ entity, id }: Pick<AlsoWrite, 'entity' | 'id'>) => `${entity.path}/${id}`;

/** Names the resource in the errors of a problem, because the request has no member for these. */
export const nameResource = ({ status, code, message, extras }: Problem, resource: string) => {
  const errors = extras.errors ?? [{ rule: 'not-allowed', detail: message }];
  const named = errors.map(({ pointer: _, ...error }: { readonly pointer?: string }) => ({ resource, ...error }));
  return new Problem(status, code, message, { ...extras, errors: named });
};

/** Names the resource in the problem of a write. */
export const ofResource = (write: ExtraWrite, resource: string): ExtraWrite => {
  const nameIn = (failure: Failure) => (failure instanceof Problem ? nameResource(failure, resource) : failure);
  return {
    ...write,
    problemFor: (current) => {
      const failure = write.problemFor?.(current);
      return failure instanceof Promise ? failure.then(nameIn) : nameIn(failure);
    },
  };
};
