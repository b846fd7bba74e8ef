/** `npm run screenshot`: writes the README's pictures of the studio. They show the server's usual port, so that must be free. */
import { join } from 'node:path';
import { launchBrowser } from '../support/browser.js';
import { call, milk, startServer } from '../support/server.js';

const server = await startServer({ PORT: '3000' });
const browser = await launchBrowser();
try {
  const body = { device: 'solum-m3-4.3-bwr', sku: '4006381333931' };
  await call(`${server.url}/api/esl/labels/default`, { method: 'PUT', body });
  await call(`${server.url}/api/esl/update`, { body: milk });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  const shoot = async (name: string): Promise<void> => {
    await page.evaluate('document.activeElement.blur()');
    await page.screenshot({ path: join('.github', `${name}.png`) });
  };
  await page.goto('http://localhost:3000/?device=solum-m3-4.3-bwr&sku=4006381333931');
  await page.getByText('Live').waitFor();
  // A price that is typed and not sent: the preview's purpose.
  await page.getByLabel('Price', { exact: true }).fill('2.95');
  await page.getByRole('img', { name: /^Organic whole milk, 2.95, 1 L/ }).waitFor();
  // The small pictures come after a pause in typing.
  const isDrawn = `[...document.querySelectorAll('.pickers .small-picture')].every(
    (each) => each.getBoundingClientRect().left > 912 || each.querySelector('img'),
  )`;
  while (!(await page.evaluate<boolean>(isDrawn))) await page.waitForTimeout(250);
  await shoot('page');
  const butter = 'name=Irish+butter&price=3.19&unit=227+g&locale=en-IE&layout=promotion';
  await page.goto(`http://localhost:3000/wall?${butter}`);
  // Panels of all makers begin with one that fills the window.
  await page.getByLabel('Maker').selectOption('Hanshow');
  await page.getByText(/^Download \d+ PNGs$/).waitFor();
  await shoot('wall');
  await page.goto('http://localhost:3000/layouts/promotion?show=json');
  await page.getByRole('tree').waitFor();
  await page.waitForTimeout(5000);
  await shoot('editor');
} finally {
  await browser.close();
  await server.stop();
}
