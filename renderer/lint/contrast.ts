import type { Device, InkName } from '../../devices/index.js';
import { getOrInsert } from '../get-or-insert.js';

/** The linear light of a colour's channels, 0 to 1. IEC 61966-2-1. */
function linear(colour: string): readonly [number, number, number] {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function measured(name: InkName, { inks }: Pick<Device, 'inks'>): string {
  return inks.find((ink) => ink.name === name)!.measured;
}

/** Computes the contrasts of a panel's inks once. */
export function createContrasts(): (a: InkName, b: InkName, device: Pick<Device, 'inks'>) => number {
  const cached = new WeakMap<object, Map<string, number>>();
  return (a, b, device) => {
    const ofDevice = getOrInsert(cached, device, () => new Map<string, number>());
    const key = `${a} ${b}`;
    return getOrInsert(ofDevice, key, () => contrastOf(a, b, device));
  };
}

/** The contrast of two inks as their measured colours give it: 1 to 21. WCAG 2.1, 1.4.3. */
function contrastOf(a: InkName, b: InkName, device: Pick<Device, 'inks'>): number {
  const [light, dark] = [a, b]
    .map((name) => {
      const [red, green, blue] = linear(measured(name, device));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((one, other) => other - one);
  return (light! + 0.05) / (dark! + 0.05);
}

/** How much more red light a ground reflects than an ink on it, 0 to 1: what a scanner sees. ISO/IEC 15416, symbol contrast. */
export function redContrastOf(ink: InkName, ground: InkName, device: Pick<Device, 'inks'>): number {
  return linear(measured(ground, device))[0] - linear(measured(ink, device))[0];
}
