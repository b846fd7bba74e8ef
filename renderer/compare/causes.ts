import type { LabelFacts, LayoutFacts } from '../metadata/facts.js';

export interface PanelCause {
  readonly id: string;
  /** In px. */
  readonly width: number;
  readonly height: number;
  readonly inks: number;
}

/** A cause of a difference: an input, or a version, in which two labels differ. */
export type Cause =
  | { readonly kind: 'device'; readonly from: PanelCause; readonly to: PanelCause }
  | { readonly kind: 'view'; readonly from: LabelFacts['view']; readonly to: LabelFacts['view'] }
  | { readonly kind: 'scale'; readonly from: number; readonly to: number }
  | {
      /** A field of the content, named as in layouts ("price", "data.origin"), or `locale` or `currency`. */
      readonly kind: 'field';
      readonly field: string;
      /** Null: absent or empty. */
      readonly from: string | null;
      readonly to: string | null;
    }
  | {
      readonly kind: 'layout';
      readonly from: LayoutFacts;
      readonly to: LayoutFacts;
      /** The changes of its document, in words; empty if the documents are unknown or have nothing in common. */
      readonly edits: readonly string[];
    }
  | {
      /** The version of this product, or the digest of the glyphs' sources. */
      readonly kind: 'version' | 'fonts';
      readonly from: string;
      readonly to: string;
    };

export type FieldCause = Extract<Cause, { kind: 'field' }>;

export function panelOf({ device, width, height, inks }: LabelFacts): PanelCause {
  return { id: device, width, height, inks };
}

/** The fields of the content that differ. A field that only one of the layouts reads may be the same. */
export function changedFields(a: LabelFacts, b: LabelFacts): readonly FieldCause[] {
  const names = [...new Set([...Object.keys(a.fields), ...Object.keys(b.fields)])];
  const sameReads = a.device === b.device && a.layout.digest === b.layout.digest && a.locale === b.locale;
  const isKnown = (field: string) => sameReads || [a, b].every(({ fields }) => Object.hasOwn(fields, field));
  return names
    .filter((field) => isKnown(field) && (field !== 'model_line' || a.device === b.device))
    .map((field): FieldCause => ({ kind: 'field', field, from: valueOf(a, field), to: valueOf(b, field) }))
    .filter(({ from, to }) => from !== to);
}

function valueOf({ fields }: LabelFacts, field: string): string | null {
  return Object.hasOwn(fields, field) && fields[field] !== '' ? fields[field]! : null;
}

export function changedSettings(a: LabelFacts, b: LabelFacts): readonly FieldCause[] {
  return (['locale', 'currency'] as const)
    .filter((field) => a[field] !== b[field])
    .map((field) => ({ kind: 'field', field, from: a[field], to: b[field] }));
}
