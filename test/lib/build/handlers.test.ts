import fs from 'node:fs';
import { join } from 'node:path';
import { folderOf, verbs } from '../../../functions/kit/http/route';
import { handlerSourceOf } from '../../../lib/build/handlers';
import { root } from '../../../lib/root';
import { aResource, describeFor, routeOf } from '../../support/declared';

describeFor(aResource, 'the handler', ({ resource, path }) => {
  const folder = `functions/${folderOf(path)}`;
  const there = (files: readonly string[]) =>
    jest.spyOn(fs, 'existsSync').mockImplementation((file) => files.some((each) => join(root, each) === file));
  afterEach(() => jest.restoreAllMocks());

  test.each(verbs)('of %s stands in handlers.ts, unless its verb has a file', (verb) => {
    const [name, route] = routeOf(resource, verb);
    there([]);
    expect(handlerSourceOf(name, route)).toEqual({ file: `${folder}/handlers.ts`, exported: name });
    const file = `${folder}/${verb}.ts`;
    there([file, `${folder}/handlers.ts`]);
    expect(handlerSourceOf(name, route)).toEqual({ file, exported: 'handler' });
  });

  test('of a route with an entry stands there', () => {
    const [name, route] = routeOf(resource, 'get');
    const entry = 'functions/notes/one.ts';
    expect(handlerSourceOf(name, { ...route, entry })).toEqual({ file: entry, exported: 'handler' });
  });
});
