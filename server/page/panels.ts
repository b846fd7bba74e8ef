import type { Device } from './api.js';
import { element, say } from './dom.js';

export interface Panels {
  chosen(): string;
  choose(id: string): void;
  /** Says which panel hangs on the shelf, and offers to hang the chosen one. */
  compare(hanging: string): void;
}

/** The list of panels, the smallest first. */
export function createPanels(devices: readonly Device[], hang: (id: string) => void): Panels {
  const select = element('device', HTMLSelectElement);
  const says = element('device-says', HTMLParagraphElement);
  const button = element('bind', HTMLButtonElement);
  const known = new Map(devices.map((device) => [device.id, device]));
  const bySize = [...devices].sort((a, b) => a.width * a.height - b.width * b.height);
  select.replaceChildren(...bySize.map((device) => new Option(`${nameOf(device)} · ${facts(device)}`, device.id)));
  button.addEventListener('click', () => {
    hang(select.value);
  });
  return {
    chosen: () => select.value,
    choose(id) {
      if (known.has(id)) select.value = id;
    },
    compare(hanging) {
      const chosen = known.get(select.value);
      const other = known.get(hanging);
      const same = hanging === select.value;
      const where = same ? 'This panel is on the shelf.' : `On the shelf is ${other ? nameOf(other) : hanging}.`;
      say(says, chosen ? `${facts(chosen)}. ${where}` : where);
      button.hidden = same;
    },
  };
}

function nameOf({ vendor, model }: Device): string {
  return `${vendor} ${model}`;
}

/** The list cuts long names off on small screens, so these stand below it once more. */
function facts({ width, height, inks }: Device): string {
  return `${width}×${height} · ${inks.map(({ name }) => name.replace('_', ' ')).join(', ')}`;
}
