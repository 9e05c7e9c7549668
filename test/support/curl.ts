import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { readText } from './sources';

/** Matches the values that differ from run to run: ids, times, and the id of the request. */
const VARYING = /[\da-f-]{13}-7[\da-f-]{21}|\d{4}-\d{2}-\d{2}T[\d:.]+Z|(?<="requestId":")[^"]+/g;

/** Expects each curl line of a page to get the response below it from the service at `url`. */
export const expectCurls = async (page: string, url: string) => {
  const shown = [...readText(page).matchAll(/^\$ (curl .+)\n(.+)$/gm)];
  expect(shown).not.toEqual([]);
  for (const [, command = '', response] of shown) {
    const { stdout } = await promisify(exec)(`${command.replace('http://127.0.0.1:3000', url)} --silent`);
    expect(stdout.replace(VARYING, '…')).toBe(response?.replace(VARYING, '…'));
  }
};
