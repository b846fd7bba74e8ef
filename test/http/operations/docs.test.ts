import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useSite } from '../../support/page.js';

const site = useSite();

/** Opens an operation, sends its example, and reads the status and the body of the answer as the page shows them. */
async function tryOut(page: Page, operation: string): Promise<readonly [status: string, type: string]> {
  const block = page.locator(`[id$="-${operation}"].opblock`);
  await block.locator('.opblock-summary').click();
  await block.getByRole('button', { name: 'Try it out' }).click();
  await block.getByRole('button', { name: 'Execute' }).click();
  const answer = block.locator('.live-responses-table .response');
  await answer.waitFor();
  const status = (await answer.locator('.response-col_status').innerText()).trim();
  return [status, await answer.innerText()];
}

/** What the operation `preview` has answered. */
const picture = '[id$="-preview"].opblock .live-responses-table img';

describe('/docs', () => {
  test('shows every operation and tries requests, with scripts, styles and requests of this server alone', async () => {
    const page = await site.open({}, `${site.server.url}/docs`, '.opblock');
    const warnings: string[] = [];
    page.on('console', (message) => warnings.push(message.text()));
    const { paths } = (await (await fetch(`${site.server.url}/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const operations = Object.values(paths).flatMap((methods) => Object.keys(methods));
    expect(await page.locator('.opblock').count()).toBe(operations.length);

    const [status, said] = await tryOut(page, 'health');
    expect(status).toMatch(/^200/);
    expect(said).toContain('rate_limiter');
    const [drawn] = await tryOut(page, 'preview');
    expect(drawn).toMatch(/^200/);
    await page.locator(picture).waitFor();
    const find = `document.querySelector(${JSON.stringify(picture)})`;
    expect(await page.evaluate(`${find}.decode().then(() => ${find}.naturalWidth)`)).toBe(400);
    expect(warnings).toEqual([]);
  });

  test('may be kept by a browser, which asks whether it has changed', async () => {
    const first = await fetch(`${site.server.url}/docs/swagger-ui-bundle.js`);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const headers = { 'If-None-Match': first.headers.get('etag')! };
    expect((await fetch(`${site.server.url}/docs/swagger-ui-bundle.js`, { headers })).status).toBe(304);
    expect((await fetch(`${site.server.url}/docs/LICENSE`)).status).toBe(404);
  });

  test.each(['/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css', '/docs'])(
    'sends %s plain to a client that takes no gzip',
    async (path) => {
      const answers = await Promise.all(
        ['identity', 'gzip'].map((encoding) =>
          fetch(site.server.url + path, { headers: { 'Accept-Encoding': encoding } }),
        ),
      );
      const [plain, unpacked] = await Promise.all(answers.map((answer) => answer.text()));
      expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual([
        null,
        path === '/docs' ? null : 'gzip',
      ]);
      expect(plain!.length).toBeGreaterThan(100);
      expect(plain === unpacked).toBe(true);
    },
  );
});
