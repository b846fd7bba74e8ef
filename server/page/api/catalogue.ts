import { signal } from '@preact/signals';
import type { DevicesAnswer, DeviceView, IndexAnswer, LayoutsAnswer, LayoutView } from '../../http/answers.js';
import { forgetPreviews } from './previews.js';
import { sendJson } from './request.js';

export interface Catalogue {
  readonly devices: readonly DeviceView[];
  readonly layouts: readonly LayoutView[];
  readonly locales: readonly string[];
  readonly currencies: readonly string[];
  readonly streams: number;
  readonly version: string;
}

/** Null until it is read. */
export const catalogue = signal<Catalogue | null>(null);

/** Undefined if the server has no such panel. */
export function findDevice(id: string): DeviceView | undefined {
  return catalogue.value?.devices.find((device) => device.id === id);
}

/** Undefined if the server has no such layout. */
export function findLayout(id: string): LayoutView | undefined {
  return catalogue.value?.layouts.find((layout) => layout.id === id);
}

/** @throws {ApiError} */
export async function readCatalogue(): Promise<void> {
  const [devices, layouts, index] = await Promise.all([
    sendJson<DevicesAnswer>('/api/esl/devices'),
    readLayouts(),
    sendJson<IndexAnswer>('/api'),
  ]);
  const { locales, currencies, limits, version } = index.body;
  const { streams } = limits;
  catalogue.value = { devices: devices.body.devices, layouts, locales, currencies, streams, version };
}

/** Reads the layouts again, after one was saved or deleted. @throws {ApiError} */
export async function refreshLayouts(): Promise<void> {
  const layouts = await readLayouts();
  forgetPreviews();
  if (catalogue.value) catalogue.value = { ...catalogue.value, layouts };
}

async function readLayouts(): Promise<readonly LayoutView[]> {
  const found: LayoutView[] = [];
  let cursor = '';
  for (;;) {
    const { layouts, next } = (await sendJson<LayoutsAnswer>(`/api/esl/layouts?limit=100${cursor}`)).body;
    found.push(...layouts);
    if (next === null) return found;
    cursor = `&cursor=${next}`;
  }
}
