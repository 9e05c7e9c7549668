import { testPlanted } from './test-planted';

const alone = { requests: 1, faults: 0 } as const;
const faulty = { requests: 1, faults: 1 } as const;
const together = { requests: 2, faults: 0 } as const;

/** Defects of what the service owns: of states, of fields that only handlers set, of rules and of further writes. */
testPlanted([
  [alone, 'plain', 'change.ts: || !field.isKept ==> || true', 'isServerSet'],
  [alone, 'states', 'change.ts: if (field.changes) conditions ==> if (!field) conditions', 'changes'],
  [alone, 'states', 'change-item.ts: field.changes?.check( ==> field.changes?.sourcesOf(', 'changes'],
  [together, 'actions', "change-item.ts: all(equals('rev', stringOf(current, 'rev')), ==> all(itemExists,", 'change('],
  [
    faulty,
    'plain',
    'also/write-together.ts: prepared, updates)); ==> prepared, (await Promise.all(updates.map((each) => write(each.write)))).slice(99)));',
    'increment(',
  ],
  [together, 'plain', "change-item.ts: all(equals('rev', stringOf(current, 'rev')), ==> all(itemExists,", 'increment('],
]);
