import { setTimeout } from 'node:timers/promises';
import { askDisplay, type Display, fetchPicture, firmware, type Identity, sendLog, setUp } from './api.js';
import { TrmnlError } from './error.js';
import { type Shown, shownOf } from './screen.js';

/** What a device is told before it is switched on. */
export interface DeviceOptions extends Identity {
  /** null: the server is asked for one. */
  readonly token: string | null;
  /** Pictures after which it is switched off. */
  readonly until: number;
  readonly clock: () => Date;
  /** Switches it off at once. */
  readonly signal: AbortSignal;
  /** Gets each picture, counted from 1. */
  readonly onShown: (shown: Shown, count: number, display: Display) => void;
  /** Gets what went wrong, and in how many seconds the device tries again. */
  readonly onFailure: (message: string, seconds: number) => void;
  /** Waits, and returns early when the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const sleepUntil = (ms: number, signal: AbortSignal): Promise<unknown> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined);

/** Seconds until the next question: at first, after the first failures in a row, and when nobody owns the device yet. */
const waits = { first: 900, failures: [15, 30, 60], unowned: 5 } as const;
/** The least and the most seconds that the device sleeps, whatever the server says. */
const asleep = { least: 1, most: 604_800 } as const;

/** What a device knows while it is on. */
interface Memory {
  token: string | null;
  refreshRate: number;
  /** The name of the picture that it shows: the same name is the same picture, and is not fetched again. */
  filename: string | null;
  count: number;
  failures: number;
  logs: number;
}

/**
 * Does what the firmware of a TRMNL does: asks for a token, then again and again for what to show, fetches it, and sleeps as long
 * as the server says. What goes wrong is reported to the server.
 * @returns how many pictures it has shown: `until`, or fewer when it was switched off before
 */
export async function runDevice(options: DeviceOptions): Promise<number> {
  const { signal, sleep = sleepUntil } = options;
  const memory: Memory = {
    token: options.token,
    refreshRate: waits.first,
    filename: null,
    count: 0,
    failures: 0,
    logs: 0,
  };
  while (!signal.aborted) {
    const seconds = await wake(options, memory);
    if (memory.count >= options.until) break;
    await sleep(Math.min(Math.max(seconds, asleep.least), asleep.most) * 1000, signal);
  }
  return memory.count;
}

/** One question, and what comes of it. Resolves with the seconds until the next one. */
async function wake(options: DeviceOptions, memory: Memory): Promise<number> {
  try {
    memory.token ??= await setUp(options, options.signal);
    const display = await askDisplay(options, memory.token, memory.refreshRate, options.signal);
    const seconds = await obey(options, memory, memory.token, display);
    memory.failures = 0;
    return seconds;
  } catch (error) {
    if (!(error instanceof TrmnlError)) throw error;
    if (options.signal.aborted) return 0;
    const seconds = waits.failures[memory.failures++] ?? waits.first;
    options.onFailure(error.message, seconds);
    await report(options, memory, error.message);
    return seconds;
  }
}

async function obey(options: DeviceOptions, memory: Memory, token: string, display: Display): Promise<number> {
  const { status, imageUrl, filename, refreshRate, resetFirmware } = display;
  if (status === 202) return waits.unowned;
  // Firmware forgets its token, and asks for a new one.
  if (status === 500 || resetFirmware) {
    if (options.token !== null)
      throw new TrmnlError(`The server refuses the token of ${options.id} (status ${status})`);
    memory.token = null;
    memory.filename = null;
    return waits.unowned;
  }
  if (status !== 0) throw new TrmnlError(`Expected status 0 from /api/display but received ${status}`);
  memory.refreshRate = refreshRate;
  if (imageUrl === '') throw new TrmnlError('Expected an image_url from /api/display but received none');
  if (filename === '' || filename !== memory.filename) {
    const { bytes, type } = await fetchPicture(options, token, imageUrl, options.signal);
    const shown = shownOf(bytes, type);
    memory.filename = filename;
    options.onShown(shown, ++memory.count, display);
  }
  return refreshRate;
}

/** Tells the server of a failure, in the form of the firmware's logs. A server that takes none is not told twice. */
async function report(options: DeviceOptions, memory: Memory, message: string): Promise<void> {
  if (memory.token === null) return;
  const log = {
    created_at: Math.floor(options.clock().getTime() / 1000),
    id: ++memory.logs,
    message,
    source_line: 0,
    source_path: 'esl-sim',
    wifi_signal: -50,
    wifi_status: 'connected',
    refresh_rate: memory.refreshRate,
    sleep_duration: 0,
    firmware_version: firmware,
    special_function: 'none',
    battery_voltage: 4.1,
    wake_reason: 'timer',
    free_heap_size: 200_000,
    max_alloc_size: 100_000,
    level: 'error',
  };
  await sendLog(options, memory.token, log, options.signal).catch((error: unknown) => {
    if (!(error instanceof TrmnlError)) throw error;
  });
}
