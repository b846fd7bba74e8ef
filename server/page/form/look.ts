import type { View } from '../../../renderer/index.js';
import type { DeviceView } from '../../http/answers.js';
import { element, say } from '../dom.js';
import type { Zoom } from '../image.js';

/** How labels are looked at: nothing of it is sent. */
export function chosenView(): View {
  return new FormData(element('look', HTMLFormElement)).get('view') === 'panel' ? 'panel' : 'ink';
}

export function chosenZoom(): Zoom {
  const { value } = element('zoom', HTMLSelectElement);
  return value === 'fit' ? 'fit' : Number(value);
}

/** Says where the colours come from, and that nobody measured them where that is so, when they are looked at. */
export function sayColours(device: DeviceView | undefined): void {
  const basis = chosenView() === 'panel' ? device?.measured_basis.note : undefined;
  say(element('colours-basis', HTMLParagraphElement), basis ?? '');
}
