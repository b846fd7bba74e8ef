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

const locales = 'en-US de-DE fr-FR pl-PL ar-EG hi-IN th-TH ja-JP zh-CN'.split(' ');
const localesByLanguage = new Map(locales.map((locale) => [locale.slice(0, 2), locale]));

/** The options of tools that name labels: "400x300,296x128". */
export const selecting = {
  panel: { type: 'string', default: '' },
  language: { type: 'string', default: '' },
  amount: { type: 'string', default: '' },
} as const;

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

/** Every named layout on every named panel in every named language, of every named amount of text: all where none is named. */
export function measuredCases(
  layouts: readonly string[],
  { panel: panels, language: languages, amount: sizes }: Readonly<Record<keyof typeof selecting, string>>,
): readonly MeasuredCase[] {
  const [paths, all] = [findDevices(), loadLayouts()];
  const chosenLayouts = chosen('layout', layouts, [...all.keys()]);
  const chosenPanels = chosen('panel', namesIn(panels), Object.keys(profiles) as (keyof typeof profiles)[]);
  const chosenLanguages = chosen('language', namesIn(languages), [...localesByLanguage.keys()]);
  const chosenAmounts = chosen('amount', namesIn(sizes), amounts);
  return chosenLayouts.flatMap((id) =>
    chosenPanels.flatMap((panel) => {
      const device = readDevice(paths.get(profiles[panel])!);
      return chosenLanguages.flatMap((language) =>
        chosenAmounts.map((amount) => ({ layout: all.get(id)!, panel, device, language, amount })),
      );
    }),
  );
}

export const namesIn = (text: string): readonly string[] => text.split(',').filter((name) => name !== '');

function chosen<Name extends string>(what: string, names: readonly string[], all: readonly Name[]): readonly Name[] {
  const unknown = names.find((name) => !all.includes(name as Name));
  if (unknown !== undefined) throw new Error(`Expected a ${what}, one of ${all.join(', ')}, but received "${unknown}"`);
  return names.length === 0 ? all : all.filter((name) => names.includes(name));
}

/** Draws and measures a label; undefined for one whose price or quantity has no room. */
export function drawCase(one: MeasuredCase, renderer: Renderer): DrawnCase | undefined {
  const { layout, device, language, amount } = one;
  const content = sheetContent(amount, localesByLanguage.get(language)!, layout, device);
  try {
    const { frame, warnings } = renderer.render(content, layout, device);
    return { ...one, content, frame, warnings, boxes: renderer.measure(content, layout, device) };
  } catch (error) {
    if (error instanceof PriceDoesNotFit || error instanceof TextDoesNotFit) return undefined;
    throw error;
  }
}
