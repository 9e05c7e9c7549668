import type { Entity } from '../../entity';
import type { Field, Fields } from '../../model/field';
import { wordOf } from '../../model/relation';
import type { SettableOf, ValuesOf } from '../../model/values';
import { Problem } from '../../rules/problem';
import { hasValues } from '../change';
import { nextRevision, transactionOf } from '../change-item';
import { checkSet, newRevision, resultOf } from '../item';
import { storedValues } from '../objects/values';
import type { AlsoWrite } from './also-write';
import { together } from './write-together';

const problemOf = ([status, code, detail]: [number, string, string], rule: string) =>
  new Problem(status, code, detail, { errors: [{ rule, detail }] });

const prepare: AlsoWrite['prepare'] = (write, current, caller) => {
  const { entity, id, rule } = write;
  const noun = wordOf(entity.collection);
  if (!current) throw problemOf([422, `unknown-${noun}`, `No ${noun} has this id.`], 'unknown');
  const set = checkSet(entity, rule?.(resultOf(entity, current).body));
  const body = storedValues(entity, set, current);
  const revision = nextRevision(current, newRevision(id));
  return {
    ...transactionOf(entity, { id, caller }, { current, body, revision }),
    isDone: !write.isTouch && hasValues(entity)(current, body),
  };
};

/**
 * Changes another resource in the same transaction, by a rule that looks at it, whoever owns it. The rule returns what to set, or
 * throws a Problem. A missing resource is a 422.
 * @example also: [changeOf(orders, orderId, ({ total }) => ({ total: total + price }))]
 */
export const changeOf = <F extends Fields>(
  entity: Entity<F>,
  id: string,
  rule: (resource: ValuesOf<F>) => SettableOf<F>,
): AlsoWrite => ({ entity, id, rule: (resource) => rule(resource as ValuesOf<F>), prepare, ...together });

/**
 * Gives another resource a new revision in the same transaction.
 * @example also: [touch(orders, orderId)]
 */
export const touch = (entity: Entity, id: string): AlsoWrite => ({
  ...changeOf(entity, id, () => ({})),
  isTouch: true,
});

/**
 * Stands for further writes that depend on the resource of the request, as it is before a change or a deletion. May throw a
 * Problem instead. A new resource has none.
 * @example also: [dependingOn(lines, ({ orderId }) => [touch(orders, orderId)])]
 */
export const dependingOn = <F extends Fields>(
  entity: Entity<F>,
  rule: (resource: ValuesOf<F>) => readonly AlsoWrite[],
): AlsoWrite => ({
  entity,
  id: '',
  expand: (current) => (current ? rule(resultOf(entity, current).body) : []),
  prepare,
  ...together,
});

type NumberName<F> = { [K in keyof F]: F[K] extends { type: 'integer' | 'number' } ? K : never }[keyof F];
type Limits = {
  /** Least and greatest sum, within those of the field. */
  readonly min?: number;
  readonly max?: number;
  /** Code and detail of the 409 for a sum beyond these. */
  readonly refusal?: readonly [code: string, detail: string];
};

/**
 * Adds numbers, which may be negative, to fields of another resource in the same transaction.
 * @example also: [increment(products, productId, { stock: -1 }, { min: 0, refusal: ['sold-out', 'The product is sold out.'] })]
 */
export const increment = <F extends Fields>(
  entity: Entity<F>,
  id: string,
  numbers: { readonly [K in NumberName<F>]?: number },
  { min, max, refusal }: Limits = {},
) =>
  changeOf(entity, id, (resource) => {
    const values: Readonly<Record<string, unknown>> = resource;
    return Object.fromEntries(
      Object.entries<number | undefined>(numbers).map(([name, by = 0]) => {
        const field: Field = entity.model[name] ?? {};
        const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, decimals } = field;
        const { round = Number } = decimals ?? {};
        const [least, greatest] = [Math.max(min ?? minimum, minimum), Math.min(max ?? maximum, maximum)];
        // Rounds first, because 0.3 - 0.1 - 0.2 is less than 0.
        const sum = round(Number(values[name] ?? 0) + by);
        const noun = wordOf(entity.collection);
        const refuse = (rule: string, limit: string) => {
          const [code, detail] = refusal ?? [
            `${noun}-${name}-${rule}`,
            `The ${name} of the ${noun} would be ${limit}.`,
          ];
          return problemOf([409, code, detail], rule);
        };
        if (sum < least) throw refuse('too-small', `less than ${least}`);
        if (sum > greatest) throw refuse('too-large', `more than ${greatest}`);
        return [name, sum];
      }),
    ) as SettableOf<F>;
  });
