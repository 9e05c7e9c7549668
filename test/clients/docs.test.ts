import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { describeService } from '../../functions/site/openapi/document';
import { seed } from '../../lib/local/seed';
import { useService } from '../support/service';
import { findFaintTexts } from './contrast';

const installed = [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
if (!installed) process.stderr.write('/docs is not tested: Chromium is not installed. Set CHROMIUM to its path.\n');

const operations = Object.values(describeService().paths).flatMap((item) => Object.values(item)) as {
  operationId: string;
  tags: string[];
}[];

(installed ? describe : describe.skip)('/docs in a browser', () => {
  const { url } = useService();
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: installed, args: ['--no-sandbox'] });
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    errors.length = 0;
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error)));
    await context.route('**', (route) => {
      if (new URL(route.request().url()).origin === url()) return route.continue();
      errors.push(`the page requests ${route.request().url()}`);
      return route.abort();
    });
    await page.goto(`${url()}/`);
    await page.locator('.opblock').first().waitFor();
  });
  afterEach(async () => {
    await context.close();
    expect(errors).toEqual([]);
  });

  const blockOf = (operationId: string, tag = 'posts') => page.locator(`[id="operations-${tag}-${operationId}"]`);

  /** Opens an operation, fills in its parameters and body, executes it, and returns the shown response. */
  const tryOut = async (operationId: string, fields: Record<string, string> = {}, body?: string, tag?: string) => {
    const block = blockOf(operationId, tag);
    await block.locator('.opblock-summary-control').click();
    for (const [name, value] of Object.entries(fields)) {
      await block.locator(`tr[data-param-name="${name}"] input`).fill(value);
    }
    if (body !== undefined) await block.locator('textarea.body-param__text').fill(body);
    await block.locator('button.execute').click();
    const response = block.locator('.live-responses-table');
    const status = await response.locator('.response-col_status').last().innerText();
    const text = await response.locator('.response-col_description').last().innerText();
    return { status: status.trim().split(/\s/)[0], text };
  };

  test('GET / redirects a browser to /docs, which shows all operations', async () => {
    expect(page.url()).toBe(`${url()}/docs`);
    for (const { operationId, tags } of operations) {
      expect(await blockOf(operationId, tags[0]).count()).toBe(1);
    }
    expect(await page.locator('.opblock').count()).toBe(operations.length);
  });

  test('the page creates, lists and deletes a post', async () => {
    const title = 'Tried out in a browser';
    const created = await tryOut('createPost', {}, JSON.stringify({ title }));
    expect([created.status, created.text.includes(title)]).toEqual(['201', true]);
    const [id = ''] = /[\da-f]{8}-[\da-f-]{27}/.exec(created.text) ?? [];
    const listed = await tryOut('listPosts');
    expect([listed.status, listed.text.includes(id)]).toEqual(['200', true]);
    expect((await tryOut('removePost', { id })).status).toBe('204');
    expect((await fetch(`${url()}/posts/${id}`)).status).toBe(404);
  });

  test('the keyboard opens an operation', async () => {
    await page.locator('body').click({ position: { x: 1, y: 1 } });
    const control = blockOf('listPosts').locator('.opblock-summary-control');
    for (let tabs = 0; tabs < 80 && !(await control.evaluate((node) => node === document.activeElement)); tabs++) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await blockOf('listPosts').locator('button.execute').waitFor();
  });

  test('the first Execute of every operation succeeds on the sample data', async () => {
    await seed(url(), {}, true);
    const order = ['getReference', 'removeUser', 'removePost'];
    const last = ({ operationId }: { operationId: string }) => order.indexOf(operationId);
    for (const { operationId, tags } of operations.toSorted((one, other) => last(one) - last(other))) {
      if (operationId === 'getReference') continue;
      const { status } = await tryOut(operationId, {}, undefined, tags[0]);
      const faint = await blockOf(operationId, tags[0]).evaluate(findFaintTexts);
      expect([operationId, status?.slice(0, 1), new Set(faint)]).toEqual([operationId, '2', new Set()]);
    }
  });

  test('the page does not try itself out', async () => {
    const block = blockOf('getReference', 'service');
    await block.locator('.opblock-summary-control').click();
    await block.locator('.response').first().waitFor();
    expect(await block.locator('button.execute').count()).toBe(0);
  });

  test.each([
    ['light', 1400, 2500],
    ['dark', 1400, 2500],
    ['light', 390, 5000],
    ['dark', 390, 5000],
  ] as const)('the page fits a %s screen of %i pixels', async (colorScheme, width, maxHeight) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 844 });
    await page.reload();
    await page.locator('.opblock').first().waitFor();
    const faint = await page.locator('body').evaluate(findFaintTexts);
    for (const { operationId, tags } of operations) {
      const block = blockOf(operationId, tags[0]);
      await block.locator('.opblock-summary-control').click();
      await block.locator('.response').first().waitFor();
      const { height } = (await block.boundingBox()) ?? { height: 0 };
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const shown = await block.locator('.response[data-code="400"] .example').first().innerText();
      const measured = [operationId, Math.max(height, maxHeight), overflow, shown.includes('"code"')];
      expect(measured).toEqual([operationId, maxHeight, 0, true]);
      const schema = block.locator('.opblock-section-request-body .tablinks').last();
      if ((await schema.count()) > 0) await schema.click();
      faint.push(...(await block.evaluate(findFaintTexts)));
      if (process.env.SCREENSHOTS)
        await block.screenshot({ path: `${process.env.SCREENSHOTS}/${operationId}-${colorScheme}-${width}.png` });
      await block.locator('.opblock-summary-control').click();
    }
    expect(new Set(faint)).toEqual(new Set());
  });
});
