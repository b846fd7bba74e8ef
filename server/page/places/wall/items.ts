import { type Signal, signal } from '@preact/signals';
import { currencyDecimals } from '../../../../renderer/amounts/amount.js';
import type { DeviceView, LayoutView, PreviewAnswer } from '../../../http/answers.js';
import type { StudioCatalogue } from '../../api/catalogue.js';
import type { PreviewRequest } from '../../api/previews.js';
import type { ApiError } from '../../api/request.js';
import { currencyOf } from '../../state/currency.js';
import { apiPrice, typedPrice } from '../../state/decimals.js';
import { currencyFor, flatView, inLocale, previewFields } from '../../state/fields.js';
import { nameOf, sizeInMm } from '../../state/panels.js';
import { firstState, type PreviewState, writeState } from '../../state/preview-state.js';
import type { FileRow } from '../../state/wall/table.js';
import type { WallState } from '../../state/wall/wall-state.js';
import { language, localeName } from '../../texts/index.js';

export type DrawOutcome =
  | { readonly kind: 'drawn'; readonly answer: PreviewAnswer }
  /** Null: a row that can't be read. */
  | { readonly kind: 'refused'; readonly error: ApiError | null };

export interface Item {
  /** Unique on its wall. Also the name of its file. */
  readonly id: string;
  /** Empty: a row, which is named by its line. */
  readonly title: string;
  readonly note: string;
  /** 0: not from a file. */
  readonly line: number;
  readonly panel: DeviceView;
  /** Null: a row that can't be read. */
  readonly fields: PreviewRequest | null;
  readonly fault: FileRow | null;
  /** The id of the label that its row names; empty: none. */
  readonly label: string;
  readonly address: string;
  readonly outcome: Signal<DrawOutcome | null>;
  /** Whether it is nearly visible: it is drawn first. */
  near: boolean;
}

/** A content that all labels share, on an existing panel and layout. */
interface WallBasis {
  readonly known: StudioCatalogue;
  readonly content: PreviewState;
  readonly panel: DeviceView;
  readonly layout: LayoutView;
}

/** Labels for shops come first, then bare panels, the largest first. */
function onPanels({ known, content, layout }: WallBasis): readonly Item[] {
  const areaOf = ({ width, height, dpi }: DeviceView): number => (width * height) / dpi.value ** 2;
  return [...known.devices]
    .sort((a, b) => Number(b.kind === 'label') - Number(a.kind === 'label') || areaOf(b) - areaOf(a))
    .map((panel) =>
      item({
        id: panel.id,
        title: nameOf(panel),
        note: sizeInMm(panel, language.value),
        panel,
        fields: previewFields(content, layout, panel.id),
        shown: { ...content, device: panel.id },
      }),
    );
}

function inLayouts({ known, content, panel }: WallBasis): readonly Item[] {
  return known.layouts.map((layout) =>
    item({
      id: layout.id,
      title: layout.title,
      note: layout.id,
      panel,
      fields: previewFields(content, layout),
      shown: { ...content, layout: layout.id },
    }),
  );
}

/** The price of the example in a currency without cents. Another typed price is refused there. */
const wholePrice = '350.00';

function inLanguages({ known, content, panel, layout }: WallBasis): readonly Item[] {
  return known.locales
    .map((locale) => {
      const spoken = { ...inLocale(content, locale, layout), currency: content.currency };
      const isExample = apiPrice(content.price) === firstState.price && currencyDecimals(currencyFor(spoken)) === 0;
      const shown = isExample ? { ...spoken, price: typedPrice(wholePrice, locale) } : spoken;
      const title = localeName(locale);
      return item({ id: locale, title, note: locale, panel, fields: previewFields(shown, layout), shown });
    })
    .sort((a, b) => a.title.localeCompare(b.title, language.value));
}

/** The content of the wall fills in what a row does not have. */
export function ofRows(basis: WallBasis, rows: readonly FileRow[]): readonly Item[] {
  const panels = new Map(basis.known.devices.map((panel) => [panel.id, panel]));
  return rows.map((row) => {
    const id = String(row.line).padStart(7, '0');
    const { content } = basis;
    const { product_name: title = '', label = '' } = 'fields' in row ? row.fields : {};
    if ('fault' in row)
      return item({ id, title, line: row.line, panel: basis.panel, fields: null, fault: row, shown: content });
    const fields = rowFields(row, content);
    const panel = panels.get(fields.device!) ?? basis.panel;
    const shown = shownOf(fields, content);
    return item({ id, title, note: nameOf(panel), line: row.line, panel, fields, label, shown });
  });
}

export function itemsOf(by: Exclude<WallState['by'], 'rows'>, basis: WallBasis): readonly Item[] {
  return { panels: onPanels, layouts: inLayouts, languages: inLanguages }[by](basis);
}

type ItemOptions = Pick<Item, 'id' | 'panel' | 'fields'> &
  Partial<Pick<Item, 'title' | 'note' | 'line' | 'fault' | 'label'>> & { readonly shown: PreviewState };

function item({ shown, ...given }: ItemOptions): Item {
  return {
    title: '',
    note: '',
    line: 0,
    fault: null,
    label: '',
    ...given,
    address: `/${writeState(shown)}`,
    outcome: signal(null),
    near: false,
  };
}

/** Required texts that a row lacks are left out, so that the server names them. */
function rowFields({ fields: row }: Extract<FileRow, { fields: object }>, content: PreviewState): PreviewRequest {
  const { label: _, ...fields } = row;
  const { device, layout, locale, currency, time_zone, date, lint } = content;
  const ownLocale = fields.locale ?? locale;
  const usual = fields.locale === undefined && currency !== '' ? currency : currencyOf(ownLocale);
  return {
    device,
    layout,
    time_zone,
    ...(date !== '' && { date }),
    ...fields,
    locale: ownLocale,
    currency: fields.currency ?? usual,
    ...(lint.length > 0 && { lint }),
    view: flatView(content),
  } as PreviewRequest;
}

function shownOf(fields: PreviewRequest, content: PreviewState): PreviewState {
  const { product_name = '', price = '', unit = '', locale = content.locale } = fields as Partial<PreviewRequest>;
  const { device = '', sku = '', currency = '', time_zone = 'UTC', date = '', data = {} } = fields;
  const layout = fields.layout as string;
  const texts = { name: product_name, price: typedPrice(price, locale), unit, locale, device, layout };
  return { ...content, ...texts, sku, currency, time_zone, date, data };
}
