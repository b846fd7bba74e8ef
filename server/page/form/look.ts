import type { View } from '../../../renderer/index.js';
import { element } from '../dom.js';
import type { Zoom } from '../image.js';

/** How labels are looked at: nothing of it is sent. */
export function chosenView(): View {
  return new FormData(element('look', HTMLFormElement)).get('view') === 'panel' ? 'panel' : 'ink';
}

export function chosenZoom(): Zoom {
  const { value } = element('zoom', HTMLSelectElement);
  return value === 'fit' ? 'fit' : Number(value);
}
