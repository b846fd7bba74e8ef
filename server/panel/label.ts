import type { Device } from '../../devices/index.js';
import { fetchOnce } from '../fetch-once.js';

const requestTimeoutMs = 10_000;

/** A label on a server that shows a panel's picture. */
export interface LiveLabel {
  readonly server: string;
  readonly label: string;
  readonly device: Device;
  readonly token: string | undefined;
}

/**
 * Makes a picture the next revision of a label: it becomes a layout of one picture, to which the label is bound.
 * @throws {Error} naming the request that failed
 */
export async function showOnLabel(
  { server, label, device, token }: LiveLabel,
  png: Buffer,
  number: number,
): Promise<void> {
  // Ids of layouts have small letters.
  const layout = `panel-${label.toLowerCase()}`.slice(0, 64);
  const source = `data:image/png;base64,${png.toString('base64')}`;
  const send = async (method: string, path: string, body: object): Promise<void> => {
    const request = `${method} ${server}/api/esl/${path}`;
    const response = await fetchOnce(`${server}/api/esl/${path}`, {
      method,
      signal: AbortSignal.timeout(requestTimeoutMs),
      headers: { 'Content-Type': 'application/json', ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    }).catch((error: unknown) => {
      // The message of fetch() is general; its cause has the reason.
      const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
      throw new Error(`${request} got no answer: ${cause?.code ?? cause?.message ?? message}`);
    });
    if (response.ok) return;
    const { detail } = (await response.json().catch(() => ({}))) as { detail?: string };
    throw new Error(`${request}: ${response.status} ${detail ?? ''}`);
  };
  const root = { type: 'box', children: [{ type: 'picture', source, fit: 'stretch', dither: 'none', grow: 1 }] };
  const title = `Panel of ${label}`;
  await send('PUT', `layouts/${layout}`, { title, description: 'What an emulated panel shows.', root });
  await send('PUT', `labels/${label}`, { device: device.id, layout });
  await send('POST', `labels/${label}/update`, { product_name: `Refresh ${number}`, price: '0.00', unit: 'panel' });
}
