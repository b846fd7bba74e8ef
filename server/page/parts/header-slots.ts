import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import type { StreamState } from '../api/events.js';

/**
 * What the current place puts into the header: the state of its event stream (null: it has none), and its share
 * sheet.
 */
export const connection = signal<StreamState | null>(null);
/** Seconds until the next attempt of a refused stream. */
export const triedIn = signal(0);
export const shareSheet = signal<FunctionComponent | null>(null);

/** Runs what a place needs while it is shown. `share`: its ways to share, for the header. */
export function usePlace(share: FunctionComponent, start: () => () => void, key = ''): void {
  useEffect(() => {
    const end = start();
    shareSheet.value = share;
    return () => {
      shareSheet.value = null;
      end();
    };
  }, [key]);
}
