import { setTimeout as delay } from 'node:timers/promises';
import { call, milk } from '../server.js';

/** An update that was answered with 200. Times are of `performance.now()`. */
export interface Acknowledged {
  readonly id: string;
  readonly revision: number;
  readonly price: string;
  readonly asked: number;
  readonly told: number;
}

/** How long a till waits after a refusal, in milliseconds. */
const pause = 50;

/** What tills have sent. */
export interface Sent {
  readonly acknowledged: readonly Acknowledged[];
  /** Requests that had another answer, or none. */
  readonly refused: number;
}

/**
 * Sends updates from as many clients as there are, each to labels in turn, until `enough` are acknowledged. What is refused,
 * or not answered, is left: nobody knows whether it is stored.
 */
export async function sendUpdates(
  url: string,
  labels: readonly string[],
  tills: number,
  enough: number,
): Promise<Sent> {
  const acknowledged: Acknowledged[] = [];
  let [sent, refused] = [0, 0];
  const till = async (number: number): Promise<void> => {
    const headers = { 'X-Forwarded-For': `10.1.${number >> 8}.${number & 255}` };
    while (acknowledged.length < enough) {
      const cents = ++sent;
      const id = labels[(cents * 7 + number) % labels.length]!;
      const price = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
      const asked = performance.now();
      const answer = await call(`${url}/api/esl/labels/${id}/update`, { body: { ...milk, price }, headers }).catch(
        () => null,
      );
      if (answer?.status === 200)
        acknowledged.push({ id, revision: answer.body.label.revision, price, asked, told: performance.now() });
      else {
        refused++;
        await delay(pause);
      }
    }
  };
  await Promise.all(Array.from({ length: tills }, (_, number) => till(number)));
  return { acknowledged, refused };
}

/** A revision that is kept of a label. */
interface Kept {
  readonly revision: number;
  readonly price: string;
}

/** What is wrong with a label's history, in words, beside what was acknowledged of it. */
export function faultsOf(kept: readonly Kept[], given: readonly Acknowledged[]): readonly string[] {
  const faults: string[] = [];
  const prices = new Map(kept.map(({ revision, price }) => [revision, price]));
  const [newest, oldest] = [Math.max(...prices.keys()), Math.min(...prices.keys())];
  if (newest - oldest + 1 !== prices.size) faults.push(`there is a gap between ${oldest} and ${newest}`);
  if (prices.size < Math.min(newest, 50)) faults.push(`only ${prices.size} of ${newest} are kept`);
  if (new Set(given.map(({ revision }) => revision)).size !== given.length) faults.push('two have one number');
  for (const { revision, price } of given)
    if (revision > newest || (revision >= oldest && prices.get(revision) !== price))
      faults.push(`${revision} with ${price} is lost`);
  // Whoever asks after an answer gets a higher number than that answer had.
  const told = [...given].sort((a, b) => a.told - b.told);
  let [i, highest] = [0, 0];
  for (const one of [...given].sort((a, b) => a.asked - b.asked)) {
    for (; i < told.length && told[i]!.told < one.asked; i++) highest = Math.max(highest, told[i]!.revision);
    if (one.revision <= highest) faults.push(`${one.revision} was asked for after ${highest} was told`);
  }
  return faults;
}

/** Looks at the history of all labels. @returns what is wrong with it */
export async function lookForLosses(
  url: string,
  labels: readonly string[],
  acknowledged: readonly Acknowledged[],
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const id of labels) {
    const { body } = await call(`${url}/api/esl/labels/${id}/revisions`);
    const kept = body.revisions.map(({ revision, content }) => ({ revision, price: content.price }));
    const given = acknowledged.filter((one) => one.id === id);
    faults.push(...faultsOf(kept, given).map((fault) => `${id}: ${fault}`));
  }
  return faults;
}
