import { IS_PARENT, TOTAL } from '../../../functions/kit/model/relation';
import { COUNTER } from '../../../functions/kit/table/counter';
import { sortKeyOf } from '../../../functions/kit/table/keys';
import { brokenEntries, brokenInvariants } from '../../support/dynamodb/invariants';
import type { Run, Scenario, Slot } from './run';
import { problemOfWalk } from './scenarios/walks';
import { withoutServerField } from './server-fields';
import { itemsOf, keyTextOf } from './table';

/**
 * Matches an id, but for those of the setup, also in an entry behind its separator. Minted ids are replaced by a word, because
 * each run mints others.
 */
const MINTED = /(?:\b|(?<=\\u0001))[\da-f]{8}-[\da-f]{4}-7(?!000-8000-00)[\da-f]{3}-[\da-f]{4}-[\da-f]{12}\b/g;

/** Replaces times of the run by a word, because a handler can set them, also in an entry, which has lower case. */
const withoutTimes = (text: string) =>
  text.replace(/\d{4}-\d\d-\d\dt\d\d:\d\d:\d\d\.\d{3}z/gi, (time) =>
    Math.abs(Date.parse(time) - Date.now()) < 2 * 86_400_000 ? 'now' : time,
  );

/** Matches generation and shard in a `pk`. A minted id has another shard in each run. */
const SHARD = /#\d{4}-\d\d-\d\dT\d\d:\d\dZ#\d+/;

const isUnknown = ({ response }: Slot) => response === undefined || response.status === 503;

/** A deletion by force is no single step, because it deletes the children one after the other. */
export const isDivisible = ({ request: { line } }: Pick<Slot, 'request'>) => line.endsWith('?force=true');

/** Serializes what a request has answered, without what differs in each run. */
const answerOf = (slot: Slot, index: number, { items }: Run, hasTags: boolean) => {
  if (isUnknown(slot)) return '';
  const { status, code, etag, body = {} } = slot.response ?? {};
  // A walk is many steps. `problemOfWalk` judges what it shows.
  if (slot.request.walked) return JSON.stringify([index, status, code]);
  const isCurrent = hasTags && items.some(({ rev }) => etag === `"${rev?.S}"`);
  const comparable = (name: string, value: unknown) =>
    /^(updatedAt|createdAt|requestId)$/.test(name) ? undefined : value;
  const text = JSON.stringify([index, status, code, isCurrent, body], comparable);
  return withoutTimes(text).replace(MINTED, 'new');
};

/** Sorts the members of each object, because the embedded DynamoDB returns them in any order. */
const sortMembers = (_: string, value: unknown) =>
  value instanceof Object && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value;

const FOLLOWED = sortKeyOf('updatedAt');

/** Serializes the table. An older parent can get its counter by a request that is refused then, which nobody sees. */
const tableOf = ({ items }: Run) =>
  items
    .filter(({ sk, [TOTAL]: total }) => sk?.S !== COUNTER || Object(total).N !== '0')
    .map(
      ({ rev: _, updatedAt: __, expiresAt: ___, closedUntil: ____, [IS_PARENT]: _____, [FOLLOWED]: ______, ...item }) =>
        JSON.stringify(item, sortMembers),
    )
    .map((item) => withoutTimes(item).replace(MINTED, 'new').replace(SHARD, ''))
    .sort()
    .join('\n');

/** Serializes a run: the answers of its known requests, and the table at its end. `order` holds the places of the slots. */
export const signatureOf = (run: Run, order = run.slots.map((_, index) => index), hasTags = true) =>
  [
    ...run.slots
      .map((slot, i) => answerOf(slot, order[i] ?? i, run, hasTags))
      .filter(Boolean)
      .sort(),
    tableOf(run),
  ].join('\n');

/**
 * Run whose outcome is allowed. It plays the requests of `order` one after the other; a request that is not in `order` is left
 * out. A deletion by force is several transactions, so other requests may run between these.
 */
export type AllowedRun = { readonly order: readonly number[]; readonly run: Run };

/** Tells whether an order keeps what was over before another request began, and leaves out no request with an answer. */
const fits = ({ slots }: Run, { order }: AllowedRun) => {
  if (order.some((place) => place >= slots.length)) return false;
  if (slots.some((slot, index) => !isUnknown(slot) && !order.includes(index))) return false;
  const isBefore = (one: number, other: number) => {
    const [last, first] = [slots[one]?.steps.at(-1), slots[other]?.steps[0]];
    return last !== undefined && first !== undefined && last < first && !isUnknown(slots[one] as Slot);
  };
  return order.every((one, i) => order.slice(0, i).every((earlier) => !isBefore(one, earlier)));
};

const withoutUnknown = ({ order, run }: AllowedRun, judged: Run): Run => ({
  ...run,
  slots: run.slots.map((slot, i) =>
    isUnknown(judged.slots[order[i] ?? 0] as Slot) ? { ...slot, response: undefined } : slot,
  ),
});

/** Finds an item that was changed without a later `updatedAt`, or that was opened while a deletion keeps it closed. */
const wronglyChanged = ({ items }: Run, before: Run['items']) =>
  items.find((item) => {
    const { rev, updatedAt, closedUntil } = before.find((other) => keyTextOf(other) === keyTextOf(item)) ?? {};
    const isOpened = closedUntil && `${item.closedUntil?.S ?? ''}` < closedUntil.S;
    return isOpened || (updatedAt && item.rev?.S !== rev?.S && `${item.updatedAt?.S}` <= updatedAt.S);
  });

type Allowed = {
  /** The table before the run. */
  readonly start: Run['items'];
  readonly runs: readonly AllowedRun[];
  /** True if no response may show one fault. A clock that is behind or a foreign item leaves a repetition in doubt. */
  readonly hidesFault: boolean;
} & Pick<Scenario, 'lacksEntries'>;

/** Returns what is wrong with a run. */
export const problemOf = (run: Run, { start, runs, hidesFault, lacksEntries }: Allowed): string | undefined => {
  const items = itemsOf(run.items);
  const unasked = lacksEntries ? brokenEntries(items) : [];
  const broken = brokenInvariants(items).find((each) => !unasked.includes(each));
  if (broken) return broken;
  const wrong = wronglyChanged(run, start);
  if (wrong) return `${JSON.stringify(wrong)} has an updatedAt or a closedUntil that is not later`;
  // A route beside the six may remove such a field.
  const isPlain = run.slots.every(({ request: { line } }) => !/^POST .+\/0\w{7}-/.test(line));
  const lacking = isPlain && withoutServerField(run.items, start);
  if (lacking) return `${JSON.stringify(lacking)} has lost what only handlers set`;
  const [first, second] = run.slots;
  const faults = run.trace.flatMap((step) => step.split(' ').slice(2));
  const isHidden =
    faults.length === 1 && /lost|refused|conflict/.test(String(faults)) && !/^DELETE/.test(`${first?.request.line}`);
  // A refusal after a lost reply can come true later, so it is a 503.
  const succeeds = Number(second?.response?.status) < 400;
  if (hidesFault && isHidden && succeeds && first?.request === second?.request && first?.response?.status === 503)
    return 'one fault is answered 503';
  const failed = run.slots.find(({ response }) => response && response.status >= 500 && response.status !== 503);
  if (failed) return `${failed.request.line} is answered ${failed.response?.status}`;
  const [misled] = run.slots.flatMap((slot) => problemOfWalk(slot, run) ?? []);
  if (misled) return misled;
  const unknown = run.slots.filter(isUnknown);
  if (unknown.some(isDivisible)) return undefined;
  // A PATCH without effect can be applied late. The ETag of its response is then outdated, so a write with it is a 412.
  const hasTags = !run.trace.some((step) => step.endsWith(' late'));
  const signature = signatureOf(run, undefined, hasTags);
  const isExplained = runs.some(
    (one) => fits(run, one) && signatureOf(withoutUnknown(one, run), [...one.order], hasTags) === signature,
  );
  return isExplained || (unknown.length > 0 && run.slots.some(isDivisible))
    ? undefined
    : 'no order explains the answers and the table';
};
