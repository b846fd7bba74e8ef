import { plainRenderer } from '../rulers/renderers.js';
import { type Device, findDevices, readDevice } from '../../../devices/index.js';
import {
  type Content,
  type Framebuffer,
  type Layout,
  loadLayouts,
  type MeasuredBox,
  PriceDoesNotFit,
  type Renderer,
  TextDoesNotFit,
  type Warning,
} from '../../../renderer/index.js';
import { type Amount, amounts, sheetContent } from '../sheets/contents.js';

/** A profile of each size of panel that layouts are judged on: with red wherever there is one. */
export const profiles = {
  '152x152': 'generic-152x152-bwr',
  '250x122': 'waveshare-2.13-b-v4',
  '296x128': 'solum-m2-2.9-bwr',
  '400x300': 'waveshare-4.2-b',
  '522x152': 'solum-m3-4.3-bwr',
  '800x480': 'waveshare-7.5-b-v2',
  '960x672': 'solum-m3-9.7-bwr',
  '1600x1200': 'waveshare-13.3-e',
  '240x416': 'gicisky-3.7-bwr',
} as const;

const localesByLanguage = {
  en: 'en-US',
  de: 'de-DE',
  fr: 'fr-FR',
  pl: 'pl-PL',
  ar: 'ar-EG',
  hi: 'hi-IN',
  th: 'th-TH',
  ja: 'ja-JP',
  zh: 'zh-CN',
} as const;

/** Which labels are drawn: names of each, all where there are none. */
export interface Selection {
  readonly layouts: readonly string[];
  readonly panels: readonly string[];
  readonly languages: readonly string[];
  readonly amounts: readonly string[];
}

/** A label that is judged. */
export interface MeasuredCase {
  readonly layout: Layout;
  readonly panel: string;
  readonly device: Device;
  readonly language: string;
  readonly amount: Amount;
}

/** A drawn label. */
export interface DrawnCase extends MeasuredCase {
  readonly content: Content;
  readonly frame: Framebuffer;
  readonly warnings: readonly Warning[];
  readonly boxes: readonly MeasuredBox[];
}

/** Every selected layout on every selected panel in every selected language, of every selected amount of text. */
export function measuredCases(selection: Selection): readonly MeasuredCase[] {
  const paths = findDevices();
  const all = loadLayouts();
  const chosenLayouts = chosen('layout', selection.layouts, [...all.keys()]);
  const chosenPanels = chosen('panel', selection.panels, Object.keys(profiles) as (keyof typeof profiles)[]);
  const languages = chosen('language', selection.languages, Object.keys(localesByLanguage));
  const chosenAmounts = chosen('amount', selection.amounts, amounts);
  return chosenLayouts.flatMap((id) =>
    chosenPanels.flatMap((panel) => {
      const device = readDevice(paths.get(profiles[panel])!);
      return languages.flatMap((language) =>
        chosenAmounts.map((amount) => ({ layout: all.get(id)!, panel, device, language, amount })),
      );
    }),
  );
}

function chosen<Name extends string>(what: string, names: readonly string[], all: readonly Name[]): readonly Name[] {
  const unknown = names.find((name) => !all.includes(name as Name));
  if (unknown !== undefined) throw new Error(`Expected a ${what}, one of ${all.join(', ')}, but received "${unknown}"`);
  return names.length === 0 ? all : all.filter((name) => names.includes(name));
}

/** A renderer without the fonts that may be missing on another machine. */
export async function openMeasuring(): Promise<Renderer> {
  return plainRenderer();
}

export function contentOfCase({ layout, device, language, amount }: MeasuredCase): Content {
  const locale = localesByLanguage[language as keyof typeof localesByLanguage];
  return sheetContent(amount, locale, layout, device);
}

/** Draws and measures a label; undefined for one whose price or quantity has no room. */
export function drawCase(one: MeasuredCase, renderer: Renderer): DrawnCase | undefined {
  const content = contentOfCase(one);
  const { layout, device } = one;
  try {
    const { frame, warnings } = renderer.render(content, layout, device);
    return { ...one, content, frame, warnings, boxes: renderer.measure(content, layout, device) };
  } catch (error) {
    if (error instanceof PriceDoesNotFit || error instanceof TextDoesNotFit) return undefined;
    throw error;
  }
}
