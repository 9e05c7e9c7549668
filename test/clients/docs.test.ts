import { existsSync } from 'node:fs';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { type Route, verbs } from '../../functions/kit/http/route';
import { describeService } from '../../functions/kit/site/openapi/document';
import { resources } from '../../functions/resources';
import * as routes from '../../functions/routes';
import { seed } from '../../lib/local/seed';
import { isOwnRoute } from '../../lib/verify/played';
import { bare } from '../support/creator';
import { aResource, routeOf } from '../support/declared';
import { useService } from '../support/service';

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser'];
const installed = [process.env.CHROMIUM ?? '', ...names.map((name) => `/usr/bin/${name}`)].find(existsSync);
if (!installed) process.stderr.write('/docs is not tested: Chromium is not installed. Set CHROMIUM to its path.\n');

const methods = Object.values(describeService().paths).flatMap((path) => Object.values(path));
const operations = (methods as { operationId: string }[]).map(({ operationId }) => operationId);

(installed ? describe : describe.skip)('/docs in a browser', () => {
  const { url, requestFor, environmentOf } = useService();
  let browser: Browser;
  let page: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: installed, args: ['--no-sandbox'] });
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    errors.length = 0;
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.route('**', (route) => {
      if (new URL(route.request().url()).origin === url()) return route.continue();
      errors.push(`the page requests ${route.request().url()}`);
      return route.abort();
    });
    await page.goto(`${url()}/`);
    await page.locator('.opblock').first().waitFor();
  });
  afterEach(async () => {
    await page.close();
    expect(errors).toEqual([]);
  });

  const blockOf = (operationId: string) => page.locator(`.opblock[id$="-${operationId}"]`);

  /** Opens an operation, or closes it. */
  const toggle = (operationId: string) => blockOf(operationId).locator('.opblock-summary-control').click();

  /** Executes an open operation, and returns the status that the page shows. */
  const execute = async (operationId: string) => {
    const block = blockOf(operationId);
    await block.locator('button.execute').click();
    return block.locator('.live-responses-table .response-col_status').last().innerText();
  };

  test('GET / redirects a browser to /docs, which shows all operations, in the colours that a person prefers', async () => {
    expect(page.url()).toBe(`${url()}/docs`);
    expect(await page.locator('.opblock').count()).toBe(operations.length);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html.dark-mode').waitFor();
  });

  test('the keyboard opens an operation, fills in its body and executes it', async () => {
    if (!aResource.found) return;
    const { resource, text } = aResource.found;
    const block = blockOf(routeOf(resource, 'create')[0]);
    const body = await requestFor(resource, 'create', { ...bare(resource), [text]: 'Typed' });
    const tabTo = async (target: Locator) => {
      const isActive = () => target.evaluate((node) => node === document.activeElement);
      for (let tabs = 0; tabs < 80 && !(await isActive()); tabs++) await page.keyboard.press('Tab');
    };
    await tabTo(block.locator('.opblock-summary-control'));
    await page.keyboard.press('Enter');
    await tabTo(block.locator('textarea.body-param__text'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type(JSON.stringify(body));
    await tabTo(block.locator('button.execute'));
    await page.keyboard.press('Enter');
    await block.locator('.live-responses-table').getByText('"Typed"').first().waitFor();
  });

  /** Widths of a screen, each with the maximum height of an operation, beside that of a parameter that sorts or bounds a list. */
  const sizes = [
    [390, 5000, 300],
    [1400, 2500, 150],
  ] as const;
  const boundsOf = (id: string) => {
    const { query = {} } = new Map(Object.entries<Route>(routes)).get(id) ?? {};
    return Object.keys(query).filter((name) => /(Min|Max|Since|Before|Prefix)$/.test(name)).length;
  };
  // All resources have the same operations. test/contract/2-routes.test.ts sends the example of each.
  const [removal, ...others] = resources
    .toReversed()
    .flatMap((resource) => [...verbs].reverse().map((verb) => routeOf(resource, verb)[0]));
  const left = others.slice(verbs.length - 1);
  // Only rows in docs.ts tell how to try a route beside the six.
  const own = Object.entries<Route>(routes).flatMap(([name, route]) => (isOwnRoute(route) ? name : []));
  const opened = operations.filter((id) => id !== removal && !left.includes(id) && !own.includes(id));

  test('each kind of operation fits wide and narrow screens, and its first Execute succeeds, but the page does not try itself out', async () => {
    await seed({ url: url(), environmentOf }, {}, true);
    for (const [i, operationId] of [...opened, ...(removal ? [removal] : [])].entries()) {
      const block = blockOf(operationId);
      await toggle(operationId);
      await block.locator('.response').first().waitFor();
      const shown = await block.locator('.response[data-code="400"] .example').first().innerText();
      expect([operationId, shown]).toEqual([operationId, expect.stringContaining('"code"')]);
      for (const [width, most, more] of i % 2 === 0 ? sizes : sizes.toReversed()) {
        const maxHeight = most + boundsOf(operationId) * more;
        // A low screen takes less time to paint. It does not change the height of a block.
        await page.setViewportSize({ width, height: 240 });
        const { height } = (await block.boundingBox()) ?? { height: 0 };
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        const measured = { operationId, width, height: Math.max(height, maxHeight), overflow };
        expect(measured).toEqual({ ...measured, height: maxHeight, overflow: 0 });
      }
      // The page does not try itself out.
      if (operationId === 'getReference') expect(await block.locator('button.execute').count()).toBe(0);
      else expect([operationId, (await execute(operationId)).slice(0, 1)]).toEqual([operationId, '2']);
      // Each open operation makes the page slower.
      await toggle(operationId);
    }
  });
});
