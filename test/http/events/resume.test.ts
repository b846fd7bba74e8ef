import { expect, test } from '@jest/globals';
import { defaultBinding } from '../../../renderer/index.js';
import { retained, sweepEach } from '../../../server/labels/store/index.js';
import { type Event, listen } from '../../support/events.js';
import { startHere } from '../../support/here.js';
import { call, milk, temporaryFolder } from '../../support/server.js';
import { openSandbox } from '../../support/store/sandbox.js';
import { deliveryOf } from '../../support/store/contract.js';

const folder = temporaryFolder();
const open = (url: string, last?: string) =>
  listen(`${url}/api/esl/events`, last === undefined ? {} : { 'Last-Event-ID': last });
const revisionOf = ({ data }: Event): number => (data as { revision: number }).revision;

/** The next `count` updates of labels. */
async function updates(stream: Awaited<ReturnType<typeof open>>, count: number): Promise<Event[]> {
  const found: Event[] = [];
  while (found.length < count) {
    const event = await stream.next();
    if (!event) throw new Error(`The stream ended after ${found.length} updates`);
    expect(event.event).not.toBe('reset');
    if (event.event === 'label.updated') found.push(event);
  }
  return found;
}

test('a stream resumes after a restart of the server, with all that happened meanwhile', async () => {
  const env = { DATABASE_URL: `sqlite:${folder.at('restart.db')}`, RATE_LIMIT: '1000' };
  const update = (url: string, price: string) => call(`${url}/api/esl/update`, { body: { ...milk, price } });
  const first = await startHere(env);
  const stream = await open(first.url);
  await update(first.url, '1.00');
  const [known] = await updates(stream, 1);
  await update(first.url, '2.00');
  await first.stop();
  const second = await startHere(env);
  await update(second.url, '3.00');
  const resumed = await open(second.url, known!.id);
  await update(second.url, '4.00');
  const found = await updates(resumed, 3);
  expect(found.map(revisionOf)).toEqual([2, 3, 4]);
  expect(found.map(({ id }) => Number(id))).toEqual([1, 2, 3].map((n) => Number(known!.id) + n));
});

test('a stream that is 10,000 changes behind receives them all; one that is further behind begins again', async () => {
  const url = `sqlite:${folder.at('behind.db')}`;
  const server = await startHere({ DATABASE_URL: url });
  const [{ id: start } = { id: undefined }] = [await (await open(server.url)).next()];
  // Another process writes.
  const store = await openSandbox(url);
  const label = (await store.bind('busy', null, defaultBinding, null))!;
  const append = async (count: number) => {
    for (let i = 0; i < count; i += 250)
      await Promise.all(Array.from({ length: 250 }, () => store.append(label, deliveryOf('1.00'))));
  };
  await append(10_000);
  const found = await updates(await open(server.url, start), 10_001);
  expect(found.map(revisionOf)).toEqual(Array.from({ length: 10_001 }, (_, i) => i));
  await append(retained + sweepEach - 10_000);
  const late = await open(server.url, start);
  expect([await late.next(), await late.next()]).toMatchObject([{ event: 'reset' }, { event: 'labels.changed' }]);
  await store.close();
});
