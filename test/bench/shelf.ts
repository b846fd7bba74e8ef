/**
 * `npm run bench:shelf`: the studio's shelf with 5,000 labels and 50 updates a second, for five minutes or the first argument in
 * seconds. Prints the browser's tasks of more than 50 ms, and its memory after a collection. Fails if there is such a task, or if
 * the memory grows by more than a tenth in the second half, when each label has been updated once.
 */
import type { Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.js';
import { milk, startServer } from '../support/server.js';

const [labels, perSecond, seconds] = [5000, 50, Number(process.argv[2] ?? 300)];
const panels = ['solum-m2-2.9-bwr', 'solum-m2-2.9-bwr', 'solum-m3-1.6-bwr', 'waveshare-4.2-b'];
const idOf = (i: number): string => `aisle${i % 40}-${Math.floor(i / 40)}`;

const server = await startServer({ RATE_LIMIT: '1000000', TRUST_PROXY_HOPS: '1' });
const browser = await launchBrowser();
let sent = 0;

/** Sends each request as a new client, so that no budget is exceeded. */
async function send(path: string, method: string, body: object): Promise<void> {
  sent++;
  const headers = {
    'Content-Type': 'application/json',
    'X-Forwarded-For': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
  };
  const answer = await fetch(server.url + path, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

async function update(i: number): Promise<void> {
  const price = (Math.random() * 99 + 1).toFixed(2);
  await send(`/api/esl/labels/${idOf(i)}/update`, 'POST', { ...milk, price });
}

async function hangUp(): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < labels) {
      const i = next++;
      await send(`/api/esl/labels/${idOf(i)}`, 'PUT', { device: panels[i % panels.length] });
      await update(i);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

async function openShelf(): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    extraHTTPHeaders: { 'X-Forwarded-For': '192.0.2.1' },
  });
  await page.addInitScript(`window.tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => Math.round(duration))))
      .observe({ type: 'longtask', buffered: true });`);
  await page.goto(`${server.url}/shelf`);
  await page.locator('.chip', { hasText: `All ${labels + 1}` }).waitFor({ timeout: 60_000 });
  return page;
}

try {
  await hangUp();
  const page = await openShelf();
  const session = await page.context().newCDPSession(page);
  const heap = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6;
  };
  const timer = setInterval(() => {
    for (let k = 0; k < perSecond / 10; k++) void update(Math.floor(Math.random() * labels));
  }, 100);
  const heaps: number[] = [];
  for (let second = 1; second <= seconds; second++) {
    await page.waitForTimeout(1000);
    // Scrolls up and down, like a user in search of a label.
    if (second % 5 === 0)
      await page.evaluate(`document.querySelector('.scroller').scrollTop += ${second % 10 ? 900 : -700}`);
    if (second % Math.ceil(seconds / 10) > 0) continue;
    heaps.push(await heap());
    console.log(`${second} s: ${heaps.at(-1)!.toFixed(1)} MB`);
  }
  clearInterval(timer);
  const tasks = await page.evaluate<number[]>('tasks');
  console.log(`${tasks.length} tasks of more than 50 ms${tasks.length > 0 ? `: ${tasks.join(', ')} ms` : ''}`);
  if (tasks.length > 0 || heaps.at(-1)! > heaps[Math.floor(heaps.length / 2)]! * 1.1) process.exitCode = 1;
} finally {
  await browser.close();
  await server.stop();
}
