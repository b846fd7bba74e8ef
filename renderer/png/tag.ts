import { readFileSync } from 'node:fs';
import type { Device } from '../../devices/index.js';
import { linear, luminance, parseColour, type Triple } from '../drawing/colour.js';
import { type Framebuffer, unpack } from '../drawing/framebuffer.js';
import { lazy } from '../lazy.js';

/** How a tag looks in a photograph: each value with its source. */
const look = JSON.parse(readFileSync(new URL('./tag.json', import.meta.url), 'utf8')) as Readonly<
  Record<'film' | 'case' | 'shadow', { readonly mm: number }> &
    Record<'capsule' | 'edge', { readonly um: number }> &
    Record<'film' | 'paper' | 'grain' | 'shadow' | 'glass', { readonly share: number }>
> & {
  readonly paper: { readonly value: number };
  readonly case: { readonly colour: string };
  readonly saturation: { readonly factor: number };
  readonly room: { readonly shares: readonly number[] };
};

/**
 * The panel in its case, as rows of a PNG in 8 bits of red, green and blue. White is adapted: paper is neutral, and inks are as
 * light as beside it. Grain is a hash of its place, and arithmetic exact: the same pixels on every machine.
 */
export function photographTag(frame: Framebuffer, { inks, dpi }: Pick<Device, 'inks' | 'dpi'>, scale: number) {
  const [film, around] = [look.film.mm, look.case.mm].map((mm) => Math.max(1, Math.round((mm * dpi.value) / 25.4)));
  const { stride, canvas } = encase(frame, film!, around!, inks.length);
  const [width, height] = [(stride - 2) * scale, (canvas.length / stride - 2) * scale];
  const lights = lightsOf(inks.map((ink) => ink.measured));
  // Micrometres of a pixel of the picture. Places are in its eighths.
  const pitch = 25_400 / dpi.value / scale;
  const [size, spread] = [8 * scale, 2 + (look.edge.um * 2) / pitch];
  // The edges of a pixel follow the capsules. Capsules that share a pixel of the picture average out.
  const share = Math.min(1, look.capsule.um / pitch);
  const ragged = Math.round(((look.capsule.um * 4) / pitch) * share);
  const grain = (look.grain.share * share) / 15;
  const shadow = (at: number): number => {
    const depth = at < around! * scale ? 0 : Math.max(0, 1 - ((at - around! * scale) * pitch) / look.shadow.mm / 1000);
    return 1 - look.shadow.share * depth * depth;
  };
  const shadows = Float64Array.from({ length: Math.max(width, height) }, (_, at) => shadow(at));
  const [first, last] = look.room.shares.map((share) => (share * look.glass.share * paper) / look.paper.share);
  const rows = Buffer.alloc((1 + width * 3) * height);
  const values = nearestValues();
  for (let y = 0, at = 0; y < height; y++) {
    at++;
    for (let x = 0; x < width; x++) {
      const noise = hash(x, y);
      const own = canvas[Math.floor(y / scale + 1) * stride + Math.floor(x / scale + 1)]!;
      const reach = own < inks.length ? ragged : 0;
      const column = x * 8 + 4 + size + (((noise & 255) * (2 * reach + 1)) >> 8) - reach;
      const row = y * 8 + 4 + size + ((((noise >>> 8) & 255) * (2 * reach + 1)) >> 8) - reach;
      const [left, right] = [Math.floor((column - spread) / size), Math.floor((column + spread) / size)];
      const [top, bottom] = [Math.floor((row - spread) / size) * stride, Math.floor((row + spread) / size) * stride];
      const corners = [
        canvas[top + left]! * 3,
        canvas[top + right]! * 3,
        canvas[bottom + left]! * 3,
        canvas[bottom + right]! * 3,
      ];
      const isCase = own > inks.length;
      const factor =
        (1 + grain * (((noise >>> 16) & 15) + (noise >>> 28) - 15)) * (isCase ? 1 : shadows[x]! * shadows[y]!);
      const mirrored = isCase ? 0 : first! - ((first! - last!) * (x + y)) / (width + height);
      for (let c = 0; c < 3; c++) {
        const light =
          lights[corners[0]! + c]! + lights[corners[1]! + c]! + lights[corners[2]! + c]! + lights[corners[3]! + c]!;
        rows[at++] = values[Math.min(4095, ((light * factor) / 4 + mirrored) * 4096) | 0]!;
      }
    }
  }
  return { width, height, rows };
}

/** The ink of each pixel of the panel, the film and the case, whose numbers follow those of inks; with a pixel more on each side. */
function encase(frame: Framebuffer, film: number, around: number, filmInk: number) {
  const margin = film + around + 1;
  const stride = frame.width + 2 * margin;
  const canvas = new Uint8Array(stride * (frame.height + 2 * margin));
  const pixels = unpack(frame);
  for (let i = 0; i < canvas.length; i++) {
    const [x, y] = [(i % stride) - margin, Math.floor(i / stride) - margin];
    const outside = Math.max(-x, x - frame.width + 1, -y, y - frame.height + 1);
    canvas[i] = outside <= 0 ? pixels[y * frame.width + x]! : outside <= film ? filmInk : filmInk + 1;
  }
  return { stride, canvas };
}

const paper = linear[look.paper.value]! / 65535;

/** The light of each ink relative to the first, the paper; of the film, and of the case. */
function lightsOf(colours: readonly string[]): readonly number[] {
  const lights = colours.map(parseColour);
  const adapted = lights.flatMap((ink) => {
    const relative = ink.map((value, c) => (value / lights[0]![c]!) * paper) as unknown as Triple;
    const grey = luminance(relative);
    return relative.map((value) => Math.max(0, grey + (value - grey) * look.saturation.factor));
  });
  return [...adapted, ...Array<number>(3).fill(paper * look.film.share), ...parseColour(look.case.colour)];
}

/** 32 bits that look random, for a place. */
function hash(x: number, y: number): number {
  let bits = Math.imul(x, 0x9e3779b1) ^ Math.imul(y + 0x7f4a7c15, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return bits ^ (bits >>> 15);
}

/** Light in 4096ths → the nearest sRGB value. */
const nearestValues = lazy(() =>
  Uint8Array.from({ length: 4096 }, (_, i) => {
    const above = linear.findIndex((light, value) => light + (linear[value + 1] ?? 65535) >= i * 32 + 16);
    return above < 0 ? 255 : above;
  }),
);
