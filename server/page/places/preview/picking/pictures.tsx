import type { DeviceView, LayoutView } from '../../../../http/answers.js';
import { catalogue } from '../../../api/catalogue.js';
import { choosePanel } from '../../../parts/label/panel-chooser.js';
import { SmallPicture } from '../../../parts/label/small-picture.js';
import { previewFields } from '../../../state/fields.js';
import { choose, choosingLayout, layout, state } from '../model.js';

/** The largest small picture in CSS pixels. */
const small = { width: 100, height: 43 };

const inRow = 12;

export function picture(panel: DeviceView, of: LayoutView, room = small) {
  return <SmallPicture fields={previewFields(state.value, of, panel.id)} panel={panel} room={room} />;
}

/** Open the dialogs in which a panel and a layout are chosen. */
export const choices = {
  device: (): void => {
    choosePanel({
      chosen: () => [state.value.device],
      choose: (id) => choose({ device: id }),
      picture: (panel, room) => picture(panel, layout.value ?? catalogue.value!.layouts[0]!, room),
    });
  },
  layout: () => (choosingLayout.value = true),
};

/** The chosen panel, and real ones of different sizes, one of each maker first. */
export function usualPanels(devices: readonly DeviceView[], chosen: string): readonly DeviceView[] {
  const found = devices.filter(({ id }) => id === chosen);
  const sizeOf = ({ width, height }: DeviceView): string => `${width} ${height}`;
  const add = (isOther: (device: DeviceView) => boolean): void => {
    for (const device of devices)
      if (device.kind === 'label' && device.vendor !== 'Generic' && isOther(device)) found.push(device);
  };
  const isOfNewSize = (device: DeviceView): boolean => !found.some((other) => sizeOf(other) === sizeOf(device));
  add((device) => isOfNewSize(device) && !found.some(({ vendor }) => vendor === device.vendor));
  add(isOfNewSize);
  return found.slice(0, inRow);
}

/** Well-known layouts come first. */
const first = ['standard', 'promotion', 'unit-price', 'member', 'sold-out', 'barcode', 'qr', 'bilingual', 'minimal'];

export function usualLayouts(layouts: readonly LayoutView[]): readonly LayoutView[] {
  const rank = ({ id }: LayoutView): number => (first.indexOf(id) + first.length + 1) % (first.length + 1);
  return [...layouts].sort((a, b) => rank(a) - rank(b));
}
