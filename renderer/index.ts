import type { Device } from '../devices/index.js';
import { openFonts } from '../fonts/index.js';
import { createArrange } from './arrange/arrange.js';
import { createBoxes } from './arrange/boxes.js';
import type { Region } from './compare/index.js';
import type { Content, Warning } from './content.js';
import { draw } from './drawing/draw.js';
import type { Framebuffer } from './drawing/framebuffer.js';
import type { Layout } from './layout/document.js';
import { createRasteriser } from './typeset/rasteriser.js';
import { regionsOf } from './arrange/regions.js';
import { createSlots } from './arrange/slots.js';
import { loadFlexbox } from './arrange/yoga.js';
import { createPriceFormat } from './price/price.js';
import { createTypesetter } from './typeset/typesetter.js';

export { type OptionalFont, optionalFonts } from '../fonts/index.js';
export {
  type Binding,
  type BindingFields,
  bindingSchema,
  compose,
  type Content,
  defaultBinding,
  type Immutable,
  limits,
  type Update,
  updateSchema,
  type Warning,
  type WarningCode,
  warningSchema,
} from './content.js';
export { compareFrames, comparePngs, type Comparison, type Region, withRegions } from './compare/index.js';
export { createFrame, type Framebuffer, unpack } from './drawing/framebuffer.js';
export { checkData, type DataProblem } from './layout/data.js';
export { type DataField, type Layout, layoutLimits } from './layout/document.js';
export { checkLayout, type LayoutProblem } from './layout/check.js';
export { layoutSchema } from './layout/schema.js';
export { findLayouts, LayoutError, loadLayouts, readLayout } from './layout/files.js';
export { nearest, suggestion } from './layout/suggestion.js';
export { pixelHash } from './drawing/pixel-hash.js';
export { headOf } from './png/chunks.js';
export { decodePng, encodePng, type PngOptions, type View } from './png/encode.js';
export { currencies, currencyDecimals, locales } from './price/price.js';
export { PriceDoesNotFit } from './price/fit.js';

export interface Rendering {
  readonly frame: Framebuffer;
  readonly warnings: readonly Warning[];
}

export interface Renderer {
  /**
   * Content + layout + device → the pixels of the panel, and what could not be drawn as asked. Synchronous and pure:
   * the same input gives the same pixels in every process.
   * @param reuse A frame from {@link createFrame}, or of an earlier label that is no longer needed. If it has the right
   * size and depth, it is cleared and drawn into; otherwise a new frame is made.
   * @throws {PriceDoesNotFit} when the layout leaves the price too little room; {Error} when a font is missing.
   */
  render(content: Content, layout: Layout, device: Device, reuse?: Framebuffer): Rendering;
  /** The boxes of the fields that are drawn, in px, so that a later comparison can say what changed. */
  regions(content: Content, layout: Layout, device: Device): readonly Region[];
}

/**
 * Loads flexbox. A font is read when a text first needs it.
 * @param options `optionalFonts: false` ignores the optional font packages (see {@link optionalFonts}) even if they are
 * installed, so that labels with Han, Kana and Hangul look the same on every machine.
 */
export async function createRenderer({ optionalFonts: optional = true } = {}): Promise<Renderer> {
  const flexbox = loadFlexbox();
  const typesetter = createTypesetter(createRasteriser(), openFonts({ optional }));
  const slots = createSlots(await createBoxes(typesetter, flexbox));
  const format = createPriceFormat();
  const arrange = createArrange(typesetter, slots, format);
  return {
    render(content, layout, device, reuse) {
      const drawing = arrange(content, layout, device);
      return { frame: draw(drawing, device.inks.length, typesetter, reuse), warnings: drawing.warnings };
    },
    regions: (content, layout, device) => regionsOf(slots(layout, device, content), content, format),
  };
}
export { TooCostly } from './too-costly.js';
