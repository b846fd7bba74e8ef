import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import type { Connection } from '../api/events.js';

/** What the place that is shown puts into the header: how its event stream stands (null: it has none), and its ways to share. */
export const connection = signal<Connection | null>(null);
/** In how many seconds a stream that was refused is tried again. */
export const triedIn = signal(0);
export const shareSheet = signal<FunctionComponent | null>(null);
