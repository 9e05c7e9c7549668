import { askAs, createPost, createUser } from '../support/auth/owned';
import { startGrown } from '../support/dynamodb/grown';
import { idAt } from '../support/unit/id';

const { lastUnits } = startGrown();

const reads = (readUnits: number) => ({ readUnits, writeUnits: 0 });
const writes = (writeUnits: number, readUnits = 0) => ({ readUnits, writeUnits });

describe.each([
  ['without ownership', ''],
  ['with ownership', 'true'],
])('the capacity units %s', (_, OWNERSHIP) => {
  beforeAll(() => {
    process.env.OWNERSHIP = OWNERSHIP;
  });
  afterAll(() => {
    delete process.env.OWNERSHIP;
  });
  const user = () => createUser('owner');
  const post = (body: object = {}) => createPost('owner', body);
  let keys = 0;
  const key = () => ({ 'idempotency-key': `key-${OWNERSHIP}-${++keys}` });

  /** Returns the read and write units in the log line of a request. */
  const cost = async (line: string, body?: unknown, headers: Record<string, string> = {}) => {
    const { status } = await askAs('owner', line, { body, headers });
    expect(status).toBeLessThan(300);
    return lastUnits();
  };

  test('of a member are one strongly consistent read', async () => {
    expect(await cost(`GET ${(await user()).path}`)).toEqual(reads(1));
    expect(await cost(`HEAD ${(await post()).path}`)).toEqual(reads(1));
  });

  test('of users by id are a read each, and by address two, for the e-mail item and the user', async () => {
    const [one, other] = [await user(), await user()];
    expect(await cost(`GET /api/v1/users?id=${one.id}&id=${other.id}`)).toEqual(reads(2));
    expect(await cost(`GET /api/v1/users?email=${one.email}`)).toEqual(reads(2));
  });

  test('of creating are those of a transaction', async () => {
    const { id: userId, email } = await user();
    expect(await cost('POST /posts', { title: 'x' })).toEqual(writes(2));
    expect(await cost('POST /posts', { title: 'x', userId })).toEqual(writes(5));
    expect(await cost('POST /api/v1/users', { name: 'x', email: `x-${email}` })).toEqual(writes(4));
  });

  test('of creating under a key are two more, for one item more in the transaction', async () => {
    const { id: userId, email } = await user();
    expect(await cost('POST /posts', { title: 'x', userId }, key())).toEqual(writes(7));
    expect(await cost('POST /posts', { title: 'x' }, key())).toEqual(writes(4));
    expect(await cost('POST /api/v1/users', { name: 'x', email: `y-${email}` }, key())).toEqual(writes(6));
  });

  test('of creating under an id are those of a transaction, so that the request can be sent twice', async () => {
    const line = `PUT /posts/${idAt(Date.now(), 1)}`;
    expect(await cost(line, { title: 'x' }, { 'if-none-match': '*' })).toEqual(writes(2));
  });

  test.each(['PUT', 'PATCH'])('of %s on a post are one, and one for the index if it has an author', async (method) => {
    const { id: userId } = await user();
    expect(await cost(`${method} ${(await post()).path}`, { title: 'new' })).toEqual(writes(1));
    const { path } = await post({ userId });
    expect(await cost(`${method} ${path}`, { title: 'new', userId })).toEqual(writes(2));
  });

  test.each(['PUT', 'PATCH'])('of changing a user with %s are one while the address stays', async (method) => {
    const { path, email } = await user();
    expect(await cost(`${method} ${path}`, { name: 'new', email })).toEqual(writes(1));
    expect(await cost(`${method} ${path}`, { name: 'new', email: `z-${email}` })).toEqual(writes(7));
  });

  test('of deleting are a read to learn what depends on the item, then the write', async () => {
    const author = await user();
    const [alone, authored] = [await post(), await post({ userId: author.id })];
    expect(await cost(`DELETE ${alone.path}`)).toEqual(writes(1, 1));
    expect(await cost(`DELETE ${authored.path}`)).toEqual(writes(5, 1));
    expect(await cost(`DELETE ${author.path}`)).toEqual(writes(4, 1));
  });

  test('of deleting a user with posts are two reads, and three writes a post', async () => {
    const { path, id: userId } = await user();
    for (let i = 0; i < 10; i++) await post({ userId });
    // One unit closes the user, two count the posts out, and four delete the user and the claim.
    expect(await cost(`DELETE ${path}?force=true`)).toEqual(writes(7 + 10 * 3, 2.5));
    expect(await cost(`DELETE ${(await user()).path}?force=true`)).toEqual(writes(5, 1));
  });

  test('of a write are the same with a condition, and of a patch without effect one', async () => {
    const { path, title } = await post();
    expect(await cost(`PUT ${path}`, { title }, { 'if-match': '*' })).toEqual(writes(1));
    expect(await cost(`PATCH ${path}`, { title })).toEqual(writes(1));
  });
});
