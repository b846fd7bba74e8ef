import type { Device } from '../devices/index.js';
import { loadFonts } from '../fonts/index.js';
import { createArrange } from './arrange.js';
import { createBoxes } from './boxes.js';
import type { Content, Warning } from './content.js';
import { draw } from './draw.js';
import type { Framebuffer } from './framebuffer.js';
import type { Layout } from './layout.js';
import { createSlots } from './slots.js';
import { createRasteriser, createTypesetter } from './typesetter.js';

export { type OptionalFont, optionalFonts } from '../fonts/index.js';
export {
  type Binding,
  bindingSchema,
  compose,
  type Content,
  defaultBinding,
  limits,
  type Update,
  updateSchema,
  type Warning,
  type WarningCode,
} from './content.js';
export { createFrame, type Framebuffer, unpack } from './framebuffer.js';
export { checkData, type DataProblem } from './data.js';
export { type DataField, type Layout, layoutLimits } from './layout.js';
export { checkLayout, type LayoutProblem } from './layout-check.js';
export { layoutSchema } from './layout-schema.js';
export { LayoutError, loadLayouts, readLayout } from './layouts.js';
export { suggestion } from './nearest.js';
export { pixelHash } from './pixel-hash.js';
export { decodePng, encodePng, type PngOptions, type View } from './png.js';
export { currencies, currencyDecimals, locales } from './price.js';
export { PriceDoesNotFit } from './price-box.js';

export interface Rendering {
  readonly frame: Framebuffer;
  readonly warnings: readonly Warning[];
}

export interface Renderer {
  /**
   * Content + layout + device → the pixels of the panel, and what could not be drawn as asked. Synchronous and pure:
   * the same input gives the same pixels in every process.
   * @throws {PriceDoesNotFit} when the layout leaves the price too little room.
   */
  render(content: Content, layout: Layout, device: Device): Rendering;
}

/**
 * Loads fonts and flexbox.
 * @param options `optionalFonts: false` draws without the font packages that may or may not be installed (see
 * {@link optionalFonts}), so that pictures of Han, Kana and Hangul are the same on every machine.
 * @throws {Error} when a font is missing.
 */
export async function createRenderer({ optionalFonts: optional = true } = {}): Promise<Renderer> {
  const typesetter = createTypesetter(createRasteriser(), loadFonts({ optional }));
  const arrange = createArrange(typesetter, createSlots(await createBoxes(typesetter)));
  return {
    render(content, layout, device) {
      const drawing = arrange(content, layout, device);
      return { frame: draw(drawing, device.inks.length, typesetter), warnings: drawing.warnings };
    },
  };
}
