import { parseArgs } from 'node:util';
import { defaultMix, requestBudget } from './budget';

export const usage = `npm run cost -- [options]

  --requests <number>  requests in a month, such as 10M (default: 1M)
  --users <number>     stored users, such as 100k (default: 10k)
  --posts <number>     stored posts (default: ten for each user)
  --starts <number>    starts of functions in a month (default: one for 100 requests)
  --mix <shares>       shares of the routes in the requests, such as getPost=90,createPost=10
  --measure            measures the milliseconds of every route on this machine, instead of using those of resource.ts
`;

const exponents: Record<string, number> = { k: 3, M: 6, G: 9 };

const parseNumber = (name: string, text: string) => {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)([kMG]?)$/.exec(text) ?? [];
  // Not a product, because 4.1 * 1e6 is not a whole number.
  const number = Number(`${digits}e${exponents[unit] ?? 0}`);
  if (!digits || number > Number.MAX_SAFE_INTEGER)
    throw new Error(`--${name} is ${text}; allowed is a number such as 250, 100k or 1.5M`);
  return number;
};

const parseCount = (name: string, text: string) => {
  const count = parseNumber(name, text);
  if (!Number.isInteger(count)) throw new Error(`--${name} is ${text}; allowed is a whole number such as 250 or 1.5M`);
  return count;
};

const parseMix = (text: string) => {
  const shares = text.split(',').map((part): [string, number] => {
    const [name = '', ...share] = part.split('=');
    if (!Object.hasOwn(requestBudget, name))
      throw new Error(`--mix names ${name}; there are ${Object.keys(requestBudget).join(', ')}`);
    return [name, parseNumber(`mix ${name}`, share.join('='))];
  });
  return Object.fromEntries(shares);
};

export const parseCostOptions = (args: string[]) => {
  const text = { type: 'string' } as const;
  const counts = { requests: text, users: text, posts: text, starts: text };
  // Joins an option and a negative number, because Node takes the number for another option.
  const joined = args
    .join('\n')
    .replace(/\n(?=-\d)/g, '=')
    .split('\n');
  const { values } = parseArgs({
    args: args.length > 0 ? joined : [],
    options: { ...counts, mix: text, measure: { type: 'boolean' } },
  });
  const users = parseCount('users', values.users ?? '10k');
  const mix = values.mix === undefined ? defaultMix : parseMix(values.mix);
  const total = Object.values(mix).reduce((sum, share) => sum + share, 0);
  if (total === 0) throw new Error('--mix has no share above 0');
  const requests = parseCount('requests', values.requests ?? '1M');
  const starts = values.starts === undefined ? requests / 100 : parseCount('starts', values.starts);
  if (starts > requests) throw new Error(`--starts is ${values.starts}; allowed is at most a start for each request`);
  return {
    users,
    posts: values.posts === undefined ? users * 10 : parseCount('posts', values.posts),
    startShare: requests > 0 ? starts / requests : 0,
    requests: Object.fromEntries(Object.entries(mix).map(([name, share]) => [name, (requests * share) / total])),
    isMeasured: values.measure ?? false,
  };
};
