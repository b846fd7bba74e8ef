import { signal } from '@preact/signals';
import { Schedule } from './schedule.js';

export interface Address {
  readonly path: string;
  /** With its question mark; may be empty. */
  readonly search: string;
}

/** Milliseconds. Browsers refuse more than some hundred changes of the address in half a minute. */
const addressDelayMs = 250;

function read(): Address {
  return { path: location.pathname, search: location.search };
}

const current = signal(read());
const writing = new Schedule(flush);

/** The current address, or the one that {@link retype} is about to set. Read only; {@link go} and {@link retype} change it. */
export const address = { get: (): Address => current.value, peek: (): Address => current.peek() };

/** Goes to an address of the studio, with an entry in the history. */
export function go(url: string): void {
  flush();
  history.pushState(null, '', url);
  current.value = read();
}

/** Changes the query, without an entry in the history, while the user types. */
export function retype(search: string): void {
  current.value = { path: current.peek().path, search };
  writing.restart(addressDelayMs);
}

export function wholeAddress(): string {
  const { path, search } = current.peek();
  return `${location.origin}${path}${search}`;
}

function flush(): void {
  const { path, search } = current.peek();
  if (path !== location.pathname || search !== location.search) history.replaceState(null, '', `${path}${search}`);
}

/** Follows the browser's buttons, and handles links between places without loading the page again. */
export function startRouter(isPlace: (path: string) => boolean): void {
  addEventListener('popstate', () => (current.value = read()));
  addEventListener('pagehide', flush);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || event.button !== 0 || link.target !== '' || link.hasAttribute('download'))
      return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const { origin, pathname, search, hash } = new URL(link.href);
    if (origin !== location.origin || !isPlace(pathname) || hash !== '') return;
    event.preventDefault();
    go(`${pathname}${search}`);
  });
}
