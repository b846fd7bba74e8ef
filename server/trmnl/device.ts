import { setTimeout } from 'node:timers/promises';
import { type DeviceIdentity, type DisplayResponse, fetchPicture, requestDisplay, sendLog, setUp } from './api.js';
import { TrmnlError } from './error.js';
import { logBody, type TrmnlLogEntry, type LogForm } from './log.js';
import { pictureOf, type ScreenPicture } from './screen.js';

export interface DeviceOptions extends DeviceIdentity {
  /** Null: request one from the server. */
  readonly token: string | null;
  /** Pictures after which the device stops. */
  readonly until: number;
  readonly clock: () => Date;
  /** The form of logs. */
  readonly logForm: LogForm;
  readonly signal: AbortSignal;
  /** Called with each picture. `count` starts with 1. */
  readonly onShown: (picture: ScreenPicture, count: number, display: DisplayResponse) => void;
  /** Called with the error, and the seconds until the next attempt. */
  readonly onFailure: (message: string, seconds: number) => void;
  /** Resolves early when the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const sleepUntil = (ms: number, signal: AbortSignal): Promise<unknown> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined);

/** Polling intervals in seconds: initial, after repeated failures, and for an unclaimed device. */
const intervals = { initial: 900, failures: [15, 30, 60], unclaimed: 5 } as const;
/** Limits of the server's interval in seconds. */
const sleepLimits = { min: 1, max: 604_800 } as const;

type DeviceState = ReturnType<typeof newState>;

function newState({ token }: DeviceOptions) {
  return {
    token,
    refreshRate: intervals.initial as number,
    /** How long it was awake before its last sleep. */
    wakeTimeMs: 0,
    /** The name of the current picture. A picture with the same name is not fetched again. */
    filename: null as string | null,
    ...{ count: 0, failures: 0, logs: 0 },
  };
}

/**
 * Simulates the firmware of a TRMNL: requests a token, then polls for pictures, fetches them, and sleeps as long as the server
 * says. Reports errors to the server.
 * @returns the number of pictures: `until`, or fewer after an abort
 */
export async function runDevice(options: DeviceOptions): Promise<number> {
  const { signal, sleep = sleepUntil } = options;
  const state = newState(options);
  while (!signal.aborted) {
    const woken = options.clock().getTime();
    const seconds = await poll(options, state);
    state.wakeTimeMs = Math.max(0, options.clock().getTime() - woken);
    if (state.count >= options.until) break;
    await sleep(Math.min(Math.max(seconds, sleepLimits.min), sleepLimits.max) * 1000, signal);
  }
  return state.count;
}

/** Polls once. @returns the seconds until the next poll */
async function poll(options: DeviceOptions, state: DeviceState): Promise<number> {
  try {
    state.token ??= await setUp(options, options.signal);
    const display = await requestDisplay(options, state.token, state, options.signal);
    const seconds = await handleDisplay(options, state, state.token, display);
    state.failures = 0;
    return seconds;
  } catch (error) {
    if (!(error instanceof TrmnlError)) throw error;
    if (options.signal.aborted) return 0;
    const seconds = intervals.failures[state.failures++] ?? intervals.initial;
    options.onFailure(error.message, seconds);
    await report(options, state, 'error', error.message);
    return seconds;
  }
}

async function handleDisplay(
  options: DeviceOptions,
  state: DeviceState,
  token: string,
  display: DisplayResponse,
): Promise<number> {
  const { status, imageUrl, filename, refreshRate, resetFirmware } = display;
  if (status === 202) return intervals.unclaimed;
  // The firmware forgets its token and requests a new one.
  if (status === 500 || resetFirmware) {
    if (options.token !== null)
      throw new TrmnlError(`The server refuses the token of ${options.id} (status ${status})`);
    state.token = null;
    state.filename = null;
    return intervals.unclaimed;
  }
  if (status !== 0) throw new TrmnlError(`Expected status 0 from /api/display but received ${status}`);
  state.refreshRate = refreshRate;
  if (imageUrl === '') throw new TrmnlError('Expected an image_url from /api/display but received none');
  if (filename === '' || filename !== state.filename) {
    const { bytes, type } = await fetchPicture(options, token, display, options.signal);
    const picture = pictureOf(bytes, type, options.model);
    state.filename = filename;
    options.onShown(picture, ++state.count, display);
    for (const { code, message } of picture.faults) await report(options, state, 'warn', `${code}: ${message}`);
  }
  return refreshRate;
}

/** Sends an entry of the log to the server. Does not retry. */
async function report(
  options: DeviceOptions,
  state: DeviceState,
  level: TrmnlLogEntry['level'],
  message: string,
): Promise<void> {
  if (state.token === null) return;
  const at = Math.floor(options.clock().getTime() / 1000);
  const { refreshRate } = state;
  const body = logBody({ id: ++state.logs, at, message, level, refreshRate }, options.logForm);
  await sendLog(options, state.token, body, options.signal).catch((error: unknown) => {
    if (!(error instanceof TrmnlError)) throw error;
  });
}
