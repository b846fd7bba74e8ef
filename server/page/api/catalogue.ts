import { signal } from '@preact/signals';
import type { DevicesAnswer, DeviceView, IndexAnswer, LayoutsAnswer, LayoutView } from '../../http/answers.js';
import { namedApart, nameOf } from '../state/panels.js';
import { sampleSku } from '../state/preview-state.js';
import { readLabel } from './labels.js';
import { forgetPreviews } from './previews.js';
import { apiErrorFrom, readPages, sendJson } from './request.js';

export interface StudioCatalogue {
  readonly devices: readonly DeviceView[];
  readonly layouts: readonly LayoutView[];
  readonly locales: readonly string[];
  readonly currencies: readonly string[];
  /** The maximum of event streams per client. */
  readonly streams: number;
}

/** Null until it is read. */
export const catalogue = signal<StudioCatalogue | null>(null);

export function findDevice(id: string): DeviceView | undefined {
  return catalogue.value?.devices.find((device) => device.id === id);
}

export function findLayout(id: string): LayoutView | undefined {
  return catalogue.value?.layouts.find((layout) => layout.id === id);
}

/** The name of a panel, and the title of a layout; the id of one that the server does not have. */
export function panelName(id: string): string {
  const panel = findDevice(id);
  return panel ? nameOf(panel) : id;
}
export function layoutTitle(id: string): string {
  return findLayout(id)?.title ?? id;
}

/** @throws {ApiError} */
export async function readCatalogue(): Promise<void> {
  const [{ devices }, layouts, index] = await Promise.all([
    sendJson<DevicesAnswer>('/api/esl/devices'),
    readLayouts(),
    sendJson<IndexAnswer>('/api'),
    readSample().catch(apiErrorFrom),
  ]);
  const { locales, currencies, limits } = index;
  catalogue.value = { devices: namedApart(devices), layouts, locales, currencies, streams: limits.streams };
}

/** Reads the layouts again, after one was saved or deleted. @throws {ApiError} */
export async function refreshLayouts(): Promise<void> {
  const layouts = await readLayouts();
  forgetPreviews();
  if (catalogue.value) catalogue.value = { ...catalogue.value, layouts };
}

export function dropLayout(id: string): void {
  forgetPreviews();
  const known = catalogue.value!;
  catalogue.value = { ...known, layouts: known.layouts.filter((layout) => layout.id !== id) };
}

async function readSample(): Promise<void> {
  sampleSku.value = (await readLabel('default')).label.sku;
}

async function readLayouts(): Promise<readonly LayoutView[]> {
  const found: LayoutView[] = [];
  for await (const { layouts } of readPages<LayoutsAnswer>('/api/esl/layouts')) found.push(...layouts);
  return found;
}
