import type { LayoutView } from '../../../http/answers.js';
import { texts } from '../../texts/index.js';

/** A title, a field's name or a description of a layout in the studio's language: those of shipped layouts are known. */
export function layoutWords({ updated_at }: Pick<LayoutView, 'updated_at'>, text: string): string {
  return (updated_at === null ? texts.value.preview.ofLayouts[text] : undefined) ?? text;
}
