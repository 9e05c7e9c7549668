import type { Resource } from '../../functions/kit/http/resource';
import { folderOf } from '../../functions/kit/http/route';
import { read, replaceIn } from './edits';

/** Lets a version stay that was deprecated in favor of the version at another path. */
export const keepRoutes = ({ path }: Resource, successor: string) => {
  const file = `functions/${folderOf(path)}/routes.ts`;
  if (!read(file).includes(`successor: '${successor}'`)) return;
  replaceIn(file, /const deprecated = [^;]*;\n\n|(?<=\n) {2}deprecated,\n/g, '');
};

/** Marks the routes of a version as deprecated in favor of the version at another path. */
export const deprecateRoutes = ({ path }: Resource, successor: string, sunset: string) => {
  const file = `functions/${folderOf(path)}/routes.ts`;
  const since = new Date().toISOString().slice(0, 10);
  const call = `/* @__PURE__ */ deprecation({ since: '${since}', sunset: '${sunset}', successor: '${successor}' })`;
  replaceIn(file, '\n\n', `\n\nconst deprecated = ${call};\n\n`);
  replaceIn(file, new RegExp(`(?<=routeKey: '\\w+ ${path}(/{id})?',\n)`, 'g'), '  deprecated,\n');
};
