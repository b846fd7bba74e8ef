import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import type { StreamState } from '../api/events.js';

/** What the current place puts into the header: the state of its event stream (null: it has none), and its share sheet. */
export const connection = signal<StreamState | null>(null);
/** Seconds until the next attempt of a refused stream. */
export const triedIn = signal(0);
export const shareSheet = signal<FunctionComponent | null>(null);

/** Ends what the current place has started. */
const nothing = (): void => undefined;
let leave = nothing;

/**
 * Runs what a place needs while it is shown. `share`: its ways to share, for the header. A place that follows may start before
 * the former one is told to end: it ends that itself.
 */
export function usePlace(share: FunctionComponent, start: () => () => void, key = ''): void {
  useEffect(() => {
    leave();
    const end = start();
    shareSheet.value = share;
    const own = (): void => {
      if (leave !== own) return;
      leave = nothing;
      shareSheet.value = null;
      end();
    };
    leave = own;
    return own;
  }, [key]);
}
