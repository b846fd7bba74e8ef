import type { JSX } from 'preact';
import type { DeviceView, LayoutView } from '../../../http/answers.js';
import { SmallPicture } from '../../parts/small-picture.js';
import { previewFields } from '../../state/fields.js';
import { state } from './model.js';

/** The pixels that a small picture has at most. */
const small = { width: 100, height: 54 };

/** How many panels stand in the row. */
const inRow = 12;

/** What is typed, on a panel and in a layout, small. */
export function picture(panel: DeviceView, of: LayoutView, room = small): JSX.Element {
  const scale = Math.min(room.width / panel.width, room.height / panel.height);
  return (
    <SmallPicture
      fields={previewFields(state.value, of, panel.id)}
      width={panel.width}
      height={panel.height}
      scale={scale}
    />
  );
}

/** The chosen panel, and real ones of other sizes: the catalogue has many of the same. */
export function usualPanels(devices: readonly DeviceView[], chosen: string): readonly DeviceView[] {
  const first = devices.filter(({ id }) => id === chosen);
  const sizes = new Set(first.map(({ width, height }) => `${width} ${height}`));
  const others = devices.filter(({ vendor, kind, width, height }) => {
    const size = `${width} ${height}`;
    if (vendor === 'Generic' || kind !== 'label' || sizes.has(size)) return false;
    sizes.add(size);
    return true;
  });
  return [...first, ...others].slice(0, inRow);
}
