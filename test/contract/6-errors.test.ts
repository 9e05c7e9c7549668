import { bare } from '../support/creator';
import { aResource, describeFor } from '../support/declared';
import { problem, useService } from '../support/service';

const { ask, requestFor } = useService();

describeFor(aResource, '400 invalid-json', ({ resource, path, text }) => {
  const latin1 = Buffer.from(`{"${text}":"caf\xe9"}`, 'latin1');
  test.each<[fault: string, body: string | Buffer, type?: string]>([
    ['missing; send a JSON object', ''],
    ['a form; send JSON', `${text}=Hi&content=x`, 'application/x-www-form-urlencoded'],
    ['not valid JSON: unexpected "H" at line 2, column 3', `{"${text}":\n  Hi}`],
    ['not valid JSON: it ends too early at line 1, column 10001', '['.repeat(10_000)],
    // The gateway reads the bodies of these types as text.
    ['not valid JSON: it is not UTF-8', latin1],
    ['not valid JSON: it is not UTF-8', latin1, 'application/json'],
    ['not valid JSON: it is not UTF-8', latin1, 'application/x-www-form-urlencoded'],
    ['not valid JSON: it is not UTF-8', latin1, 'application/ld+json'],
  ])('says that the body is %s', async (fault, body, type = 'text/plain') => {
    const response = await ask(`POST ${path}`, { headers: { 'content-type': type }, body });
    expect(response).toMatchObject(problem(400, 'invalid-json', { detail: `The body is ${fault}.` }));
  });

  test.each([
    ['a U+FFFD that was sent as such', '\ufffd', '', { 'content-type': 'application/json' }],
    ['a byte order mark', 'Hi', '\ufeff', {}],
    ['a byte order mark in JSON', 'Hi', '\ufeff', { 'content-type': 'application/json' }],
  ])('does not answer %s', async (_, value, mark, headers) => {
    const body = `${mark}${JSON.stringify(await requestFor(resource, 'create', { ...bare(resource), [text]: value }))}`;
    expect(await ask(`POST ${path}`, { headers: { ...headers }, body })).toMatchObject({ status: 201 });
  });
});

describeFor(aResource, '413 body-too-large', ({ resource, path }) => {
  const limit = 256 * 1024;
  const sized = async (bytes: number, filler: string) => {
    const json = JSON.stringify(await requestFor(resource, 'create', bare(resource)));
    return `${json}${filler.repeat(Math.ceil((bytes - Buffer.byteLength(json)) / Buffer.byteLength(filler)))}`;
  };

  test.each(['application/json', 'application/merge-patch+json'])('begins over 256 KiB, as %s', async (type) => {
    const headers = { 'content-type': type };
    expect(await ask(`POST ${path}`, { headers, body: await sized(limit, ' ') })).toMatchObject({ status: 201 });
    const detail = `The body is ${limit + 1} bytes long; at most ${limit} are allowed.`;
    const tooLarge = problem(413, 'body-too-large', { detail });
    expect(await ask(`POST ${path}`, { headers, body: await sized(limit + 1, ' ') })).toMatchObject(tooLarge);
  });

  test('counts bytes, not characters', async () => {
    const body = await sized(limit + 4, '\u{1F600}');
    expect(await ask(`POST ${path}`, { body })).toMatchObject(problem(413, 'body-too-large'));
  });
});
