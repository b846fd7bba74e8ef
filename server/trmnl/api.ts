import { fetchOnce } from '../fetch-once.js';
import { withDeadline } from './deadline.js';
import { TrmnlError } from './error.js';
import type { TrmnlModel } from './models.js';

export interface DeviceIdentity {
  /** Without a slash at the end. */
  readonly server: string;
  /** The device's MAC. */
  readonly id: string;
  readonly model: TrmnlModel;
}

/** The answer of `/api/display` as the firmware reads it. */
export type DisplayResponse = Awaited<ReturnType<typeof requestDisplay>>;

/** The firmware version to simulate (usetrmnl/trmnl-firmware 74f7b18). */
export const firmware = '1.8.14';
const commit = '74f7b18';
const timeoutMs = 15_000;
/** The longest that a server can have the device wait for a picture: 16 bits of milliseconds. */
const maxTimeoutMs = 65_535;
/** The device's memory for an answer. */
const maxJsonBytes = 64 * 1024;
/** The constant state in all reports. */
const battery = '4.10';
const rssi = '-50';

/** What a TRMNL X reports in addition, as it has a charger, a gauge and a second radio. */
const largeBattery = {
  'Battery-Charging': '0',
  'USB-Connected': 'false',
  'WiFi-Band': '2.4GHz',
  'Battery-Count': '1',
  'Percent-Charged': '90',
  'Battery-Health': '100',
  'Battery-Current': '-50',
  'Battery-Temp': '21.00',
  'Battery-Capacity': '5400/6000',
} as const;

/** Requests a token. @throws {TrmnlError} when the server refuses the device */
export async function setUp({ server, id, model }: DeviceIdentity, signal: AbortSignal): Promise<string> {
  const headers = { ID: id, 'Content-Type': 'application/json', 'FW-Version': firmware, Model: model.header };
  const answer = await askJson(`${server}/api/setup`, headers, signal, [200]);
  const { status, api_key: key, message } = answer;
  if (status !== 200 || typeof key !== 'string')
    throw new TrmnlError(`The server does not know ${id}: ${JSON.stringify({ status, message })}`);
  return key;
}

/**
 * Requests what to show.
 * @param wakeTimeMs how long the device was awake before its last sleep
 */
export async function requestDisplay(
  { server, id, model }: DeviceIdentity,
  token: string,
  { refreshRate, wakeTimeMs }: { readonly refreshRate: number; readonly wakeTimeMs: number },
  signal: AbortSignal,
) {
  const headers = {
    ID: id,
    'Content-Type': 'application/json',
    'Update-Source': 'timer',
    'Access-Token': token,
    'Refresh-Rate': String(refreshRate),
    'Battery-Voltage': battery,
    ...(model.header === 'x' && largeBattery),
    'FW-Version': firmware,
    'FW-Commit': commit,
    Model: model.header,
    'Image-Cached': 'false',
    'Wake-Time': String(wakeTimeMs),
    RSSI: rssi,
    'Temperature-Profile': 'true',
    Width: String(model.width),
    Height: String(model.height),
  };
  const answer = await askJson(`${server}/api/display`, headers, signal, [200, 429]);
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const number = (value: unknown) => Math.max(0, Math.trunc(Number(value)) || 0);
  return {
    /** 0: there is a picture; 202: the device is unclaimed; 500: the token is unknown. */
    status: number(answer.status),
    imageUrl: text(answer.image_url),
    filename: text(answer.filename),
    /** Seconds until the next request. */
    refreshRate: number(answer.refresh_rate),
    /** Milliseconds: how long the device waits for the picture. */
    imageTimeoutMs: Math.min(number(answer.image_url_timeout) * 1000, maxTimeoutMs) || timeoutMs,
    /** The waveform that the server chose for the panel. */
    temperatureProfile: (['a', 'b'] as const).find((one) => one === answer.temperature_profile) ?? ('default' as const),
    /** Whether the panel must use its slowest refresh. */
    maximumCompatibility: answer.maximum_compatibility === true,
    updateFirmware: answer.update_firmware === true,
    resetFirmware: answer.reset_firmware === true,
  };
}

const redirects: readonly number[] = [301, 302, 303, 307, 308];
const maxRedirects = 5;

/** Fetches a picture. Sends the token only to the device's server, also where that leads to another one. */
export async function fetchPicture(
  { server, id, model }: DeviceIdentity,
  token: string,
  { imageUrl, imageTimeoutMs }: Pick<DisplayResponse, 'imageUrl' | 'imageTimeoutMs'>,
  signal: AbortSignal,
) {
  let url = imageUrl;
  for (let i = 0; ; i++) {
    checkPictureUrl(url);
    const own: Readonly<Record<string, string>> = url.startsWith(`${server}/`) ? { ID: id, 'Access-Token': token } : {};
    const request = { headers: { 'Accept-Encoding': 'identity', ...own } };
    const statuses = i < maxRedirects ? [200, ...redirects] : [200];
    const { location, ...picture } = await ask(url, request, signal, statuses, model.maxBytes, imageTimeoutMs);
    if (location === null) return picture;
    url = URL.canParse(location, url) ? new URL(location, url).href : location;
  }
}

function checkPictureUrl(url: string): void {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new TrmnlError(
      `Expected an address with http:// or https:// for image_url but received ${JSON.stringify(url)}`,
    );
}

/** @param body in one of the forms of `log.ts` */
export async function sendLog(
  { server, id }: DeviceIdentity,
  token: string,
  body: object,
  signal: AbortSignal,
): Promise<void> {
  const headers = {
    ID: id,
    Accept: 'application/json, */*',
    'Access-Token': token,
    'Content-Type': 'application/json',
  };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  await ask(`${server}/api/log`, request, signal, [200, 204], maxJsonBytes);
}

async function askJson(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  statuses: readonly number[],
): Promise<Readonly<Record<string, unknown>>> {
  const { bytes } = await ask(url, { headers }, signal, statuses, maxJsonBytes);
  try {
    const value: unknown = JSON.parse(bytes.toString());
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw new TrmnlError(`Expected a JSON object from ${url} but received something else`);
}

/** @throws {TrmnlError} without a response in time, or for an unexpected one */
async function ask(
  url: string,
  request: {
    readonly method?: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  },
  signal: AbortSignal,
  statuses: readonly number[],
  limit: number,
  ms = timeoutMs,
) {
  try {
    return await withDeadline(signal, ms, async (signal) => {
      const response = await fetchOnce(url, { ...request, signal });
      if (!statuses.includes(response.status)) {
        await response.body?.cancel();
        throw new TrmnlError(`Expected ${statuses.join(' or ')} from ${url} but received ${response.status}`);
      }
      // The media type without its parameters.
      const type = (response.headers.get('Content-Type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
      const location = redirects.includes(response.status) ? (response.headers.get('Location') ?? '') : null;
      return { bytes: await bytesOf(response, url, limit), type, location };
    });
  } catch (error) {
    if (error instanceof TrmnlError) throw error;
    // The message of fetch() is general; its cause has the reason.
    const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
    const reason = cause?.code ?? cause?.message ?? message;
    throw new TrmnlError(`${url} did not answer: ${reason}`, { cause: error });
  }
}

async function bytesOf(response: Response, url: string, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > limit) throw new TrmnlError(`Expected at most ${limit} bytes from ${url} but received more`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
