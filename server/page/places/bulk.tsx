import type { ComponentChildren } from 'preact';
import { safeName } from '../../batch/output/safe-name.js';
import { download } from '../browser/hand-over.js';
import type { Wait } from '../api/pause.js';
import type { Quota } from '../api/request.js';
import { Answer, LinkButton } from '../parts/controls/index.js';
import { language, texts } from '../texts/index.js';
import { refusalWords, type RefusedAnswer } from './words.js';

/** What many labels share that are changed together: how far it is, and why the server refused some. */

/** Entries by why the server refused them. */
export type Refusals<T> = ReadonlyMap<string, readonly T[]>;

export function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  lists.set(key, [...(lists.get(key) ?? []), value]);
}

export function refuse<T>(refused: Map<string, T[]>, entry: T, error: RefusedAnswer): void {
  for (const words of refusalWords(error, language.peek())) push(refused, words, entry);
}

interface ProgressProps {
  readonly title: string;
  /** Null: the server takes more now. */
  readonly wait: Wait | null;
  readonly stop: () => unknown;
}

export function Progress({ title, wait, stop }: ProgressProps) {
  const words = texts.value.bulk;
  const timeOf = (at: Date): string => at.toLocaleTimeString(language.value);
  return (
    <Answer kind="waiting" title={title}>
      {wait && <p>{words.resumes({ time: timeOf(wait.resumesAt) })}</p>}
      {wait?.quota && (
        <p>{`${words.ends({ count: wait.count, time: timeOf(wait.endsAt) })} ${limitWords(wait.quota)}`}</p>
      )}
      <LinkButton text={words.stop} press={stop} />
    </Answer>
  );
}

/** What a client may send, and what lifts that. */
export function limitWords({ budget, limit, windowS }: Quota): string {
  const { lifts, fixed } = texts.value.bulk;
  return (budget === 'update' || budget === 'studio' ? lifts : fixed)({ limit, seconds: windowS });
}

interface CausesProps<T> {
  readonly causes: Refusals<T>;
  readonly link: (entry: T) => ComponentChildren;
}

/** Links of a cause. */
const maxLinked = 20;

export function Causes<T>({ causes, link }: CausesProps<T>) {
  return (
    <ul class="causes stack small">
      {[...causes].map(([cause, entries]) => (
        <li key={cause}>
          <p>{cause}</p>
          <p class="lines flow">
            {entries.slice(0, maxLinked).map(link)}
            {entries.length > maxLinked && <span class="soft">{`+ ${entries.length - maxLinked}`}</span>}
          </p>
        </li>
      ))}
    </ul>
  );
}

interface RefusedProps<T> extends Omit<CausesProps<T>, 'causes'> {
  readonly refused: Refusals<T>;
  readonly left: number;
}

export function Refused<T>({ refused, left, link }: RefusedProps<T>) {
  const words = texts.value.bulk;
  const count = new Set([...refused.values()].flat()).size;
  return (
    <>
      {count > 0 && <p>{words.denied({ count })}</p>}
      {left > 0 && <p>{words.left({ count: left })}</p>}
      <Causes causes={refused} link={link} />
    </>
  );
}

/** Saves PNGs by their names: one as a file, several in a ZIP without compression. */
export async function downloadFiles(archive: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const named = [...files].map(([name, bytes]) => [`${safeName(name)}.png`, bytes] as const);
  if (named.length === 1) {
    const [[name, bytes]] = named as [(typeof named)[0]];
    download(name, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/png' }));
    return;
  }
  const { zipSync } = await import('fflate');
  const zip = zipSync(Object.fromEntries(named), { level: 0 });
  download(`${archive}.zip`, new Blob([zip], { type: 'application/zip' }));
}
