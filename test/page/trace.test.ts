import { expect, test } from '@jest/globals';
import { eventsOf } from '../support/controller/listening.js';
import { axe, dropFile, press, says, useSite } from '../support/page.js';

const site = useSite();

/** A trace of a panel of 16 × 4 that is black after the first refresh, and gets commands while it is busy. */
const trace = [
  { controller: 'SSD1680', width: 16, height: 4, inks: ['white', 'black'] },
  ...eventsOf(`c11 d03 c44 d0001 c45 d00000300 c24 d${'00'.repeat(8)} c22 df7 c20`),
  ...[['wait_us', 1000], ...eventsOf(`c24 busy c24 d${'ff'.repeat(8)} c20`)],
];

test('a trace shows its refreshes on a time line, the glass large, with the diagnostics beside them, or is refused in words', async () => {
  const page = await site.open('/?layout=standard');
  await dropFile(page, '.preview', 'notes.txt', 'Dear panel');
  await says(page.getByRole('alert'), 'Expected JSON in line 1');
  await dropFile(page, '.preview', 'wall.ndjson', trace.map((line) => JSON.stringify(line)).join('\n'));
  const dialog = page.getByRole('dialog', { name: 'What the panel shows for wall.ndjson' });
  const refreshes = dialog.getByRole('list', { name: 'Refreshes' }).getByRole('button');
  await refreshes.first().waitFor();
  expect(await refreshes.allInnerTexts()).toEqual(['1: full, 2 s (assumed)', '2: full, 2 s (assumed)']);
  const shown = () => dialog.locator('img').getAttribute('src');
  const last = await shown();
  const box = (await dialog.locator('img').boundingBox())!;
  expect([box.width > 400, box.height > 300]).toEqual([true, true]);
  // The diagnostic leads to the refresh after its step.
  await press(dialog, 'command-while-busy');
  await refreshes.first().click();
  expect([(await shown()) === last, await refreshes.first().getAttribute('aria-pressed')]).toEqual([false, 'true']);
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});
