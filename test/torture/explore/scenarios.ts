import { callerIdOf } from '../../../functions/kit/http/caller';
import { resources } from '../../../functions/resources';
import { scenarioOf } from './resource-scenario';
import type { ExploredRequest, Scenario } from './run';

/** Ids of the setup. All other ids are minted by the service. */
const id = (number: number) => `01890000-0000-7000-8000-00000000000${number}`;
const [ann, bob, anns, anonymous, fresh] = [id(1), id(2), id(3), id(4), id(5)];
const users = '/api/v1/users';
const absent = { 'if-none-match': '*' };
const key = { 'idempotency-key': 'k' };
const HOUR_MS = 3_600_000;
const free = 'free@x.example';

const setup: readonly ExploredRequest[] = [
  { line: `PUT ${users}/${ann}`, body: { name: 'Ann', email: 'ann@x.example' }, headers: absent },
  { line: `PUT ${users}/${bob}`, body: { name: 'Bob', email: 'bob@x.example' }, headers: absent },
  { line: `PUT /posts/${anns}`, body: { title: 'of Ann', userId: ann }, headers: absent },
  { line: `PUT /posts/${anonymous}`, body: { title: 'anonymous' }, headers: absent },
];

const takenEmail = { name: 'new', email: 'bob@x.example' };
const removalOfBob: ExploredRequest = { line: `DELETE ${users}/${bob}`, isHot: true };
const put: ExploredRequest = { line: `PUT /posts/${fresh}`, body: { title: 'new' }, headers: absent };
const removalOfPut: ExploredRequest = { line: `DELETE /posts/${fresh}` };
const move: ExploredRequest = { line: `PATCH /posts/${anonymous}`, body: { userId: bob } };
const removal: ExploredRequest = { line: `DELETE ${users}/${ann}?force=true` };

const requests: readonly ExploredRequest[] = [
  { line: 'POST /posts', body: { title: 'new', userId: ann }, isHot: true },
  { line: 'POST /posts', body: { title: 'new', userId: bob }, headers: key },
  { line: 'POST /posts', body: { title: 'other', userId: bob }, headers: key },
  { line: 'POST /posts', body: { title: 'anonymous' } },
  put,
  { line: `PUT /posts/${fresh}`, body: { title: 'new', userId: bob }, headers: absent },
  { line: `PUT /posts/${anns}`, body: { title: 'put', userId: ann } },
  { line: `PUT /posts/${anns}`, body: { title: 'put', userId: ann }, tag: ['if-match', anns] },
  { line: `PATCH /posts/${anns}`, body: { title: 'patched' }, isHot: true },
  { line: `PATCH /posts/${anns}`, body: { userId: bob }, tag: ['if-match', anns], isHot: true },
  { line: `PATCH /posts/${anns}`, body: { userId: null } },
  move,
  { line: `DELETE /posts/${anns}`, isHot: true },
  removalOfPut,
  { line: `DELETE /posts/${anonymous}`, tag: ['if-match', anonymous] },
  { line: `POST ${users}`, body: { name: 'new', email: free }, isHot: true },
  { line: `POST ${users}`, body: { name: 'new', email: free.toUpperCase() }, headers: key },
  { line: `PUT ${users}/${bob}`, body: { name: 'put', email: 'bob@x.example' }, tag: ['if-match', bob] },
  { line: `PATCH ${users}/${bob}`, body: { name: 'patched' } },
  { line: `PATCH ${users}/${bob}`, body: { name: 'Bob' } },
  { line: `PATCH ${users}/${bob}`, body: { email: free }, isHot: true },
  removalOfBob,
  { line: `DELETE ${users}/${bob}?force=true` },
  { ...removal, tag: ['if-match', ann] },
  { line: `GET ${users}/${bob}` },
  { line: `GET /posts/${anns}` },
];

/** Reads of several items. Each is more than one step, so no write meets them. */
const lists: readonly ExploredRequest[] = [
  { line: `GET /posts?expand=user&id=${anonymous}&id=${anns}` },
  { line: 'GET /posts?expand=user' },
  { line: `GET /posts?userId=${ann}` },
  { line: `GET ${users}?email=ann@x.example` },
];

const closingRequests = (isClosed: boolean): readonly ExploredRequest[] => {
  const answerOf = (answer: string) => (isClosed ? '409 user-closing' : answer);
  return [
    { line: 'POST /posts', body: { title: 'new', userId: ann }, answer: answerOf('201') },
    { line: `PUT /posts/${anonymous}`, body: { title: 'put', userId: ann }, answer: answerOf('200') },
    { line: `PATCH /posts/${anonymous}`, body: { userId: ann }, answer: answerOf('200') },
    { ...put, body: { title: 'new', userId: ann }, answer: answerOf('201') },
    { line: `PATCH ${users}/${ann}`, body: { name: 'patched' }, tag: ['if-match', ann], answer: '200' },
    { ...removal, answer: '204' },
  ];
};

const keyed = { line: 'POST /posts', body: { title: 'new', userId: bob }, headers: key };

const plurals = ['users', 'posts'];
const claimsOf = (sub: string, right: string) => ({
  iss: 'https://login.example/',
  sub,
  scope: plurals.map((plural) => `${plural}:${right}`).join(' '),
});
const [owner, stranger, admin] = [claimsOf('ann', 'write'), claimsOf('bob', 'write'), claimsOf('eve', 'admin')];
const idOf = (claims: Record<string, string>) => callerIdOf({ requestContext: { authorizer: { jwt: { claims } } } });
const given = { owner: idOf(stranger) };

const ownedRequests: readonly ExploredRequest[] = [
  { line: `PATCH ${users}/${ann}`, body: given, claims: admin },
  { line: `PATCH /posts/${anns}`, body: given, claims: admin },
  ...[owner, stranger].flatMap((claims): ExploredRequest[] => [
    { line: `PATCH ${users}/${ann}`, body: { name: 'patched' }, claims },
    { line: `PUT /posts/${anns}`, body: { title: 'put', userId: ann }, claims },
    { line: `DELETE /posts/${anns}`, claims },
    { line: 'POST /posts', body: { title: 'new', userId: ann }, claims },
    { line: `GET ${users}/${ann}`, claims },
  ]),
  { ...removal, claims: owner },
];

/** An admin makes the resources, because only an admin creates under an old id. */
const ownedSetup = setup.map(({ body, ...request }) => ({
  ...request,
  claims: admin,
  body: { ...body, owner: idOf(owner) },
}));

export const scenarios: Readonly<Record<string, Scenario>> = {
  plain: { setup, requests },
  lists: { setup, requests: lists },
  'a freed e-mail address': { setup, requests: [{ line: `POST ${users}`, body: takenEmail }, removalOfBob] },
  'a freed id': { setup, requests: [put, removalOfPut] },
  'an old ETag': { setup, requests: [{ ...move, body: { title: 'patched' }, tag: ['if-match', anonymous] }, move] },
  ...Object.fromEntries(resources.map((resource) => scenarioOf(resource, resources))),
  closing: { setup, dying: removal, aheadMs: HOUR_MS / 60, requests: closingRequests(true) },
  'no longer closing': { setup, dying: removal, aheadMs: HOUR_MS / 10, requests: closingRequests(false) },
  'key used': {
    setup: [...setup, keyed],
    requests: [
      { ...keyed, answer: '201 replayed' },
      { ...keyed, body: { title: 'other', userId: bob }, answer: '422 idempotency-key-reused' },
    ],
  },
  'key of 23 h 59 min': {
    setup: [...setup, keyed],
    aheadMs: 23.98 * HOUR_MS,
    requests: [{ ...keyed, answer: '201 replayed' }],
  },
  'key expired': { setup: [...setup, keyed], aheadMs: 25 * HOUR_MS, requests: [{ ...keyed, answer: '201' }] },
  'clock behind': { setup, aheadMs: -HOUR_MS, requests: requests.filter(({ line }) => /^P\w+ \S+\/0/.test(line)) },
  owned: { setup: ownedSetup, ownership: true, requests: ownedRequests },
};
