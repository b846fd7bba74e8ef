import { withDeadline } from './deadline.js';
import { TrmnlError } from './error.js';
import { screen } from './screen.js';

/** What a device says of itself. */
export interface Identity {
  /** The server, without a slash at its end. */
  readonly server: string;
  /** The device's MAC. */
  readonly id: string;
}

/** What `/api/display` says, as firmware reads it. */
export interface Display {
  /** 0: there is something to show; 202: the device has no owner yet; 500: its token is unknown. */
  readonly status: number;
  readonly imageUrl: string;
  readonly filename: string;
  /** Seconds until the next question. */
  readonly refreshRate: number;
  readonly updateFirmware: boolean;
  readonly resetFirmware: boolean;
}

/** A file of a server. */
export interface Fetched {
  readonly bytes: Buffer;
  /** The media type without its parameters. */
  readonly type: string;
}

/** The firmware that the device says it has: that whose requests these are (usetrmnl/trmnl-firmware 74f7b18). */
export const firmware = '1.8.14';
const model = 'og';
/** Milliseconds that a server may take for an answer. */
const patienceMs = 15_000;
/** The most bytes of an answer in JSON, and of a picture: what the device has room for. */
const room = { json: 64 * 1024, picture: 90_000 } as const;
/** What the device says of its state, which never changes. */
const battery = '4.10';
const rssi = '-50';

type Headers = Readonly<Record<string, string>>;

/** Asks for the device's token. @throws {TrmnlError} when the server has none for it */
export async function setUp({ server, id }: Identity, signal: AbortSignal): Promise<string> {
  const headers = { ID: id, 'Content-Type': 'application/json', 'FW-Version': firmware, Model: model };
  const answer = await askJson(`${server}/api/setup`, headers, signal, [200]);
  const { status, api_key: key, message } = answer;
  if (status !== 200 || typeof key !== 'string')
    throw new TrmnlError(`The server does not know ${id}: ${JSON.stringify({ status, message })}`);
  return key;
}

/** Asks what to show. */
export async function askDisplay(
  { server, id }: Identity,
  token: string,
  refreshRate: number,
  signal: AbortSignal,
): Promise<Display> {
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

/** Fetches a picture. The token is for the server alone. */
export async function fetchPicture(
  { server, id }: Identity,
  token: string,
  url: string,
  signal: AbortSignal,
): Promise<Fetched> {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new TrmnlError(
      `Expected an address with http:// or https:// for image_url but received ${JSON.stringify(url)}`,
    );
  const own = url.startsWith(`${server}/`);
  return ask(url, { headers: own ? { ID: id, 'Access-Token': token } : {} }, signal, [200], room.picture);
}

/** Tells the server what went wrong. */
export async function sendLog(
  { server, id }: Identity,
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
  await ask(`${server}/api/log`, { method: 'POST', headers, body }, signal, [200, 204], room.json);
}

async function askJson(
  url: string,
  headers: Headers,
  signal: AbortSignal,
  statuses: readonly number[],
): Promise<Readonly<Record<string, unknown>>> {
  const { bytes } = await ask(url, { headers }, signal, statuses, room.json);
  try {
    const value: unknown = JSON.parse(bytes.toString());
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // It is said below.
  }
  throw new TrmnlError(`Expected a JSON object from ${url} but received something else`);
}

/** @throws {TrmnlError} when there is no answer in time, or not the expected one */
async function ask(
  url: string,
  request: { readonly method?: string; readonly headers: Headers; readonly body?: string },
  signal: AbortSignal,
  statuses: readonly number[],
  most: number,
): Promise<Fetched> {
  try {
    return await withDeadline(signal, patienceMs, async (signal) => {
      // By its full name, as the bundled command has no other (see .ci/command.mjs).
      const response = await globalThis.fetch(url, { ...request, signal });
      if (!statuses.includes(response.status)) {
        await response.body?.cancel();
        throw new TrmnlError(`Expected ${statuses.join(' or ')} from ${url} but received ${response.status}`);
      }
      const type = (response.headers.get('Content-Type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
      return { bytes: await bytesOf(response, url, most), type };
    });
  } catch (error) {
    if (error instanceof TrmnlError) throw error;
    // fetch() says only that it failed; why, its cause says.
    const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
    const reason = cause?.code ?? cause?.message ?? message;
    throw new TrmnlError(`${url} did not answer: ${reason}`, { cause: error });
  }
}

async function bytesOf(response: Response, url: string, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > most) throw new TrmnlError(`Expected at most ${most} bytes from ${url} but received more`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
