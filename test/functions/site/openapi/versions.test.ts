import { describeService } from '../../../../functions/site/openapi/document';
import { version } from '../../../../package.json';

const { info, components } = describeService();

test('the document has open schemas for responses, closed ones for requests, and no closed list of codes', () => {
  for (const [name, schema] of Object.entries(components.schemas)) {
    const isOpen = !/(Input|Replacement|Patch)$/.test(name);
    const [, ...objects] = JSON.stringify(schema).split('"properties":');
    const [, ...stated] = JSON.stringify(schema).split(`"additionalProperties":${isOpen}`);
    expect([name, stated.length]).toEqual([name, objects.length]);
  }
  const { code } = Object(components.schemas.Problem).properties;
  expect(code).toMatchObject({ type: 'string', description: expect.stringContaining('invalid-json, invalid-body') });
  expect(code).not.toHaveProperty('enum');
});

test('the document has the version of the package', () => {
  expect(info.version).toBe(version);
});
