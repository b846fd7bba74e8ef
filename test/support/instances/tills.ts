import { setTimeout as delay } from 'node:timers/promises';
import { call, milk } from '../server.js';

/** An update with status 200. Times are of `performance.now()`. */
export interface Acknowledged {
  readonly id: string;
  readonly revision: number;
  readonly price: string;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** A till's pause after a refusal, in milliseconds. */
const pause = 50;

/** The results of tills. */
export interface Sent {
  readonly acknowledged: readonly Acknowledged[];
  /** Requests with another status or without a response. */
  readonly refused: number;
}

/**
 * Sends updates from all clients, each to labels in turn, until `enough` are acknowledged. Requests that fail are not repeated, as
 * they may be stored.
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
      const sentAt = performance.now();
      const answer = await call(`${url}/api/esl/labels/${id}/update`, { body: { ...milk, price }, headers }).catch(
        () => null,
      );
      if (answer?.status === 200)
        acknowledged.push({ id, revision: answer.body.label.revision, price, sentAt, answeredAt: performance.now() });
      else {
        refused++;
        await delay(pause);
      }
    }
  };
  await Promise.all(Array.from({ length: tills }, (_, number) => till(number)));
  return { acknowledged, refused };
}

interface StoredRevision {
  readonly revision: number;
  readonly price: string;
}

/** The faults of a label's history, given its acknowledged updates. */
export function faultsOf(kept: readonly StoredRevision[], given: readonly Acknowledged[]): readonly string[] {
  const faults: string[] = [];
  const prices = new Map(kept.map(({ revision, price }) => [revision, price]));
  const [newest, oldest] = [Math.max(...prices.keys()), Math.min(...prices.keys())];
  if (newest - oldest + 1 !== prices.size) faults.push(`there is a gap between ${oldest} and ${newest}`);
  if (prices.size < Math.min(newest, 50)) faults.push(`only ${prices.size} of ${newest} are kept`);
  if (new Set(given.map(({ revision }) => revision)).size !== given.length) faults.push('two have one number');
  for (const { revision, price } of given)
    if (revision > newest || (revision >= oldest && prices.get(revision) !== price))
      faults.push(`${revision} with ${price} is lost`);
  // A request after a response gets a higher revision.
  const answered = [...given].sort((a, b) => a.answeredAt - b.answeredAt);
  let [i, highest] = [0, 0];
  for (const one of [...given].sort((a, b) => a.sentAt - b.sentAt)) {
    for (; i < answered.length && answered[i]!.answeredAt < one.sentAt; i++)
      highest = Math.max(highest, answered[i]!.revision);
    if (one.revision <= highest) faults.push(`${one.revision} was sent after ${highest} was answered`);
  }
  return faults;
}

/** Checks the history of all labels. @returns the faults */
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
