import { expect, test } from '@jest/globals';
import { makeKey } from '../../server/keys/text.js';
import { axe, press, useBrowser } from '../support/page.js';
import { call, milk } from '../support/server.js';
import { useServer } from '../support/use-server.js';

const key = makeKey('test').text;
const used = useBrowser();
const server = useServer({ API_KEYS: key });

test('the studio asks for a key, reports a refusal, and stores the key if the user wants that', async () => {
  const context = await used.browser.newContext();
  const page = await context.newPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(server.url);
  const field = page.getByLabel('Key', { exact: true });
  await field.waitFor();
  expect(await axe(page)).toEqual([]);
  expect(await page.locator('input:focus').getAttribute('name')).toBe('key');
  const wrong = makeKey('test').text;
  await page.keyboard.type(wrong);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'Refused: The key is not valid.' }).waitFor();
  await field.fill(key);
  await page.getByLabel('Keep it in this browser').check();
  await page.keyboard.press('Enter');
  await page.locator('.paper img').first().waitFor();
  // Pictures and events need the key as well.
  await page.getByText('Live', { exact: true }).waitFor();
  await press(page, 'Update the label');
  await page.getByRole('status').filter({ hasText: 'Revision 1' }).waitFor();

  await page.reload();
  await page.locator('.paper img').first().waitFor();
  expect(await field.count()).toBe(0);
  expect(page.url()).not.toContain('esl_');
  expect([requested.length > 10, requested.filter((url) => url.includes('esl_'))]).toEqual([true, []]);
  expect(await context.cookies()).toEqual([]);
  const other = await used.browser.newPage();
  await other.goto(server.url);
  await other.getByLabel('Key', { exact: true }).fill(key);
  await other.getByRole('button', { name: 'Use the key' }).click();
  await other.locator('.paper img').first().waitFor();
  expect(await other.evaluate('localStorage.length')).toBe(0);
  const { status } = await call(`${server.url}/api/esl/update`, { body: milk });
  expect([status, server.output.stderr.includes(key.slice(-20))]).toEqual([401, false]);
});

test('the studio asks again only when the user wants that, also after the key was taken away', async () => {
  const page = await (await used.browser.newContext()).newPage();
  await page.clock.install();
  const dialog = page.getByRole('dialog');
  await page.goto(`${server.url}/shelf`);
  await press(dialog, 'Close');
  await page.getByRole('alert').filter({ hasText: 'The server asks for a key.' }).waitFor();
  expect(await page.getByText(/does not answer/).count()).toBe(0);
  await press(page, 'Give a key');
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.keyboard.press('Enter');
  await page.locator('.tile img').first().waitFor();
  // The list of labels is read again, the stream reconnects.
  await page.route('**/api/esl/**', (route) => route.continue({ headers: {} }));
  await page.evaluate("dispatchEvent(new Event('offline'))");
  await page.getByRole('link', { name: 'Preview' }).click();
  await press(dialog, 'Close');
  for (let i = 0; i < 10; i++) {
    await page.clock.runFor(1000);
    await page.evaluate("fetch('/health')");
  }
  expect(await dialog.count()).toBe(0);
});
