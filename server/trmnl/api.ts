import { withDeadline } from './deadline.js';
import { TrmnlError } from './error.js';
import { screen } from './screen.js';

export interface DeviceIdentity {
  /** Without a slash at the end. */
  readonly server: string;
  /** The device's MAC. */
  readonly id: string;
}

/** The answer of `/api/display` as the firmware reads it. */
export interface DisplayResponse {
  /** 0: there is a picture; 202: the device is unclaimed; 500: the token is unknown. */
  readonly status: number;
  readonly imageUrl: string;
  readonly filename: string;
  /** Seconds until the next request. */
  readonly refreshRate: number;
  readonly updateFirmware: boolean;
  readonly resetFirmware: boolean;
}

/** The firmware version to simulate (usetrmnl/trmnl-firmware 74f7b18). */
export const firmware = '1.8.14';
const model = 'og';
const timeoutMs = 15_000;
/** The device's memory for an answer. */
const maxBytes = { json: 64 * 1024, picture: 90_000 } as const;
/** The constant state in all reports. */
const battery = '4.10';
const rssi = '-50';

/** Requests a token. @throws {TrmnlError} when the server refuses the device */
export async function setUp({ server, id }: DeviceIdentity, signal: AbortSignal): Promise<string> {
  const headers = { ID: id, 'Content-Type': 'application/json', 'FW-Version': firmware, Model: model };
  const answer = await askJson(`${server}/api/setup`, headers, signal, [200]);
  const { status, api_key: key, message } = answer;
  if (status !== 200 || typeof key !== 'string')
    throw new TrmnlError(`The server does not know ${id}: ${JSON.stringify({ status, message })}`);
  return key;
}

export async function requestDisplay(
  { server, id }: DeviceIdentity,
  token: string,
  refreshRate: number,
  signal: AbortSignal,
): Promise<DisplayResponse> {
  const headers = {
    ID: id,
    'Content-Type': 'application/json',
    'Update-Source': 'timer',
    'Access-Token': token,
    'Refresh-Rate': String(refreshRate),
    'Battery-Voltage': battery,
    'FW-Version': firmware,
    Model: model,
    'Image-Cached': 'false',
    RSSI: rssi,
    'Temperature-Profile': 'true',
    Width: String(screen.width),
    Height: String(screen.height),
  };
  const answer = await askJson(`${server}/api/display`, headers, signal, [200, 429]);
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const number = (value: unknown) => Math.max(0, Math.trunc(Number(value ?? 0)) || 0);
  return {
    status: number(answer.status),
    imageUrl: text(answer.image_url),
    filename: text(answer.filename),
    refreshRate: number(answer.refresh_rate),
    updateFirmware: answer.update_firmware === true,
    resetFirmware: answer.reset_firmware === true,
  };
}

/** Fetches a picture. Sends the token only to the device's server. */
export async function fetchPicture({ server, id }: DeviceIdentity, token: string, url: string, signal: AbortSignal) {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new TrmnlError(
      `Expected an address with http:// or https:// for image_url but received ${JSON.stringify(url)}`,
    );
  const isOwnServer = url.startsWith(`${server}/`);
  return ask(url, { headers: isOwnServer ? { ID: id, 'Access-Token': token } : {} }, signal, [200], maxBytes.picture);
}

export async function sendLog(
  { server, id }: DeviceIdentity,
  token: string,
  log: object,
  signal: AbortSignal,
): Promise<void> {
  const headers = {
    ID: id,
    Accept: 'application/json, */*',
    'Access-Token': token,
    'Content-Type': 'application/json',
  };
  const body = JSON.stringify({ logs: [log] });
  await ask(`${server}/api/log`, { method: 'POST', headers, body }, signal, [200, 204], maxBytes.json);
}

async function askJson(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  statuses: readonly number[],
): Promise<Readonly<Record<string, unknown>>> {
  const { bytes } = await ask(url, { headers }, signal, statuses, maxBytes.json);
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
  request: { readonly method?: string; readonly headers: Readonly<Record<string, string>>; readonly body?: string },
  signal: AbortSignal,
  statuses: readonly number[],
  limit: number,
) {
  try {
    return await withDeadline(signal, timeoutMs, async (signal) => {
      // The bundled command defines no plain `fetch` (see .ci/command.mjs).
      const response = await globalThis.fetch(url, { ...request, signal });
      if (!statuses.includes(response.status)) {
        await response.body?.cancel();
        throw new TrmnlError(`Expected ${statuses.join(' or ')} from ${url} but received ${response.status}`);
      }
      // The media type without its parameters.
      const type = (response.headers.get('Content-Type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
      return { bytes: await bytesOf(response, url, limit), type };
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
