import type { Device } from '../devices/index.js';
import { openFonts } from '../fonts/index.js';
import { createArranging } from './arrange/arrange.js';
import { createBoxes } from './boxes/boxes.js';
import type { Content, LabelStep, Warning } from './content.js';
import { draw, workOf } from './drawing/draw.js';
import type { Framebuffer } from './drawing/framebuffer.js';
import type { Layout } from './layout/document.js';
import { pointersOf } from './layout/pointers.js';
import type { Finding, LintSet } from './lint/finding.js';
import { createLint } from './lint/lint.js';
import { createMeasure, type MeasuredBox } from './lint/measure.js';
import { createAccount, workCosts } from './limits.js';
import { createDescribing, type Drawn } from './metadata/describe.js';
import type { Description } from './metadata/description.js';
import { readVersions } from './metadata/drawing.js';
import type { Region } from './metadata/facts.js';
import { createPictures } from './pictures/decode.js';
import type { TagPictureOptions } from './pictures/frame-of-jpeg.js';
import { createRasteriser } from './typeset/rasteriser.js';
import { type DrawnBox, drawnBoxes } from './arrange/drawn-boxes.js';
import { createPlans } from './boxes/plan.js';
import { loadFlexbox } from './boxes/yoga.js';
import { drawTemplate, type TagTemplate } from './template/template.js';
import { createTypesetter } from './typeset/typesetter.js';

export { type OptionalFont, optionalFonts } from '../fonts/index.js';
export {
  type Binding,
  type BindingFields,
  bindingSchema,
  compose,
  type Content,
  type DataRow,
  type DataValue,
  defaultBinding,
  type Immutable,
  type LabelStep,
  stepSchema,
  type Update,
  updateSchema,
  type Warning,
  warningSchema,
} from './content.js';
export type { WarningCode } from './warnings.js';
export {
  type Finding,
  findingSchema,
  isLintSet,
  lintGrades,
  type LintGrade,
  type LintSet,
  lintSets,
} from './lint/finding.js';
export { lintRules } from './lint/lint.js';
export { suggestedSets } from './lint-sets.js';
export type { LintRule } from './lint/rule.js';
export type { MeasuredBox } from './lint/measure.js';
export { type DrawnBox, drawnBoxSchema } from './arrange/drawn-boxes.js';
export { type Cause, compareFrames, comparePngs, type Comparison, type Region } from './compare/index.js';
export { createFrame, type Framebuffer, pack, unpack } from './drawing/framebuffer.js';
export {
  type Analyser,
  analysers,
  type Check,
  checkEvent,
  coloursOf,
  createPanel,
  type Diagnostic,
  diagnosticKinds,
  diagnosticLine,
  type EmulatedPanel,
  type Expectation,
  headerOf,
  importCsv,
  isJudged,
  type PanelEvent,
  parseLine,
  playTrace,
  profileOf,
  readTrace,
  type Refresh,
  refusalOf,
  type Trace,
  TraceError,
  traceFor,
  type TraceHeader,
  turnToLabel,
} from './controller/index.js';
export {
  cHeader,
  decodeFrame,
  type EncodedFrame,
  encodeFrame,
  FrameError,
  onePlane,
  type Turn,
  turnedPanel,
  turns,
} from './frame/index.js';
export { fieldEntries, type FieldName, schemasOf } from './fields.js';
export { getOrInsert } from './get-or-insert.js';
export { isDay } from './computed/dates.js';
export { checkData } from './layout/data.js';
export type { DataField, Layout } from './layout/document.js';
export { describedIn, metadataMark, withMetadata, withoutMetadata } from './metadata/chunks.js';
export type { Drawn } from './metadata/describe.js';
export { describedAs, type Description } from './metadata/description.js';
export { layoutLimits, limits, TooCostly, workCosts } from './limits.js';
export { checkLayout } from './layout/check/check.js';
export type { LayoutProblem } from './layout/check/schema-problem.js';
export type { KindName } from './kinds/schemas.js';
export { layoutSchema } from './layout/schema.js';
export { findLayouts, LayoutError, loadLayouts, readLayout } from './layout/files.js';
export { asQuestion, nearest, suggestion } from './suggestion.js';
export { createPictures, openBytes, type Pictures } from './pictures/decode.js';
export { PictureError } from './pictures/error.js';
export { tagColours } from './pictures/access-point.js';
export { frameOfJpeg, type TagPictureOptions } from './pictures/frame-of-jpeg.js';
export { frameOfPicture, type ScaleOptions } from './pictures/frame-of-picture.js';
export { frameOfPng } from './pictures/frame-of-png.js';
export type { TagTemplate } from './template/template.js';
export { pixelHash } from './drawing/pixel-hash.js';
export { palettedPixels } from './pictures/paletted.js';
export { encodeAnimation } from './png/animation.js';
export { headOf } from './png/chunks.js';
export { decodePng, encodePng, type InkView, type PanelFacts, type PngOptions, type View } from './png/encode.js';
export { type FilmedRefresh, filmRefresh } from './refresh/film.js';
export { shineThrough } from './refresh/ghost.js';
export { waveformOf } from './refresh/waveforms.js';
export {
  type AmountFault,
  amountExamples,
  amountMessage,
  type DecimalSign,
  decimalSigns,
  isRefused,
  isZeroAmount,
  priceFault,
  readAmount,
  readCurrency,
} from './amounts/amount.js';
export { currencyDecimals } from './amounts/currencies.js';
export { currencies, locales } from './price/price.js';
export { PriceDoesNotFit } from './price/fit.js';
export { TextDoesNotFit } from './kinds/text/arrange.js';

/** A drawn label: its pixels, and facts about them. */
export interface Rendering {
  readonly frame: Framebuffer;
  readonly warnings: readonly Warning[];
  /** How the content shared out the panel: labels of one layout and panel with equal steps have equal boxes. */
  readonly step: LabelStep;
}

/** The budget of a call, and a callback for the stages of a label. */
export interface RenderOptions {
  /**
   * The maximum work for the call, in units of about a microsecond. Absent: unlimited. Work done before a budget was exceeded
   * stays cached, and changes no result of a later call.
   */
  readonly budget?: number;
  /** Called when everything is placed and nothing is drawn yet, so that the caller can time both. */
  readonly arranged?: () => void;
}

/** Draws labels, and caches glyphs, plans and pictures for the next ones. Created by {@link createRenderer}. */
export interface Renderer {
  /**
   * Content + layout + device → the pixels of the panel, and what could not be drawn as requested. Synchronous and pure:
   * the same input gives the same pixels in every process.
   * @param reuse a frame of an earlier label that is no longer needed. If it has the right size and depth, it is cleared and
   * drawn into; otherwise a new frame is created
   * @throws {PriceDoesNotFit} when the layout leaves the price too little room; {TextDoesNotFit} when it leaves a quantity
   * too little; {TooCostly} when the label exceeds its budget; {Error} when a font is missing
   */
  render(content: Content, layout: Layout, device: Device, reuse?: Framebuffer, options?: RenderOptions): Rendering;
  /**
   * Draws a template of OpenEPaperLink's access point on the panel of a tag, in its 16-bit colours and grain, with our fonts.
   * @param device with the encoding `oepl`
   * @throws {TooCostly} when the template exceeds its budget
   */
  template(
    template: TagTemplate,
    device: Device,
    picture: Pick<TagPictureOptions, 'turns' | 'inverted'>,
    options?: Pick<RenderOptions, 'budget'>,
  ): Pick<Rendering, 'frame' | 'warnings'>;
  /** The units of work since the last label began, of about a microsecond each. A label that is like others takes less than 200. */
  spent(): number;
  /** The boxes of the drawn fields in px, for later comparisons. Those of the last label are cached. */
  regions(content: Content, layout: Layout, device: Device): readonly Region[];
  /** Describes the label for `withMetadata`, in view ink at scale 1. The boxes of the last label are cached. */
  describe(content: Content, layout: Layout, device: Device, drawn: Drawn): Description;
  /**
   * The boxes of a label, the layout's own and those of the fields, each with its place in the layout's document and the
   * indices of those `warnings` that it caused.
   * @throws {TooCostly} when they exceed their budget
   */
  boxes(
    content: Content,
    layout: Layout,
    device: Device,
    warnings: readonly Warning[],
    options?: Pick<RenderOptions, 'budget'>,
  ): readonly DrawnBox[];
  /** The boxes of a label that draw something, measured on their pixels. What the last label draws is cached. */
  measure(content: Content, layout: Layout, device: Device): readonly MeasuredBox[];
  /**
   * Checks a label with the rules of some sets, and always with those of `truth`. The boxes of the last label are cached.
   * @param warnings of the same label's rendering
   * @throws {TooCostly} when it exceeds its budget
   */
  lint(
    content: Content,
    layout: Layout,
    device: Device,
    sets: readonly LintSet[],
    warnings: readonly Warning[],
    options?: Pick<RenderOptions, 'budget'>,
  ): readonly Finding[];
}

/**
 * Loads flexbox. A font is read when a text first needs it.
 * @param options `optionalFonts: false` ignores the optional font packages even if they are installed, so that labels with
 * Han, Kana and Hangul look the same on every machine. `pictures`: the cache of pictures that checkLayout has decoded
 * @example
 * import { compose, createRenderer, defaultBinding, loadDevices, loadLayouts } from 'esl-simulator';
 *
 * const panel = loadDevices().get(defaultBinding.device);
 * const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L' };
 * const content = compose(milk, defaultBinding, panel, '2026-11-20');
 * const renderer = await createRenderer();
 * const { frame, warnings } = renderer.render(content, loadLayouts().get('standard'), panel);
 * console.log(frame.width, frame.height, warnings); // 296 128 []
 */
export async function createRenderer({
  optionalFonts: optional = true,
  pictures = createPictures(),
} = {}): Promise<Renderer> {
  const flexbox = loadFlexbox();
  const account = createAccount();
  const typesetter = createTypesetter(createRasteriser(), openFonts({ optional }), account);
  const planOf = createPlans(await createBoxes(typesetter, flexbox, account));
  const { arrange, slots, parts, placed } = createArranging(typesetter, planOf, account, pictures);
  const lint = createLint();
  const measure = createMeasure(typesetter);
  const measured: Renderer['measure'] = (content, layout, device) => {
    const arranged = parts(content, layout, device);
    const filled = slots(content, layout, device).map((slot, i) => ({ slot, arrangement: arranged[i]! }));
    return measure(filled, device, () => pointersOf(layout, planOf(layout, device).roots));
  };
  const describing = createDescribing(readVersions);
  return {
    render(content, layout, device, reuse, { budget = Infinity, arranged } = {}) {
      account.begin();
      return account.within(budget, () => {
        const drawing = arrange(content, layout, device);
        account.charge(workOf(drawing));
        arranged?.();
        const { warnings, step } = drawing;
        return { frame: draw(drawing, device.inks.length, typesetter, reuse), warnings, step };
      });
    },
    template(template, device, picture, { budget = Infinity } = {}) {
      account.begin();
      return account.within(budget, () => drawTemplate(template, device, picture, typesetter, account));
    },
    spent: () => account.spent(),
    regions: (content, layout, device) => describing.regions(slots(content, layout, device), content),
    describe: (content, layout, device, drawn) =>
      describing.describe(
        { slots: slots(content, layout, device), plan: planOf(layout, device), content, layout, device },
        drawn,
      ),
    boxes: (content, layout, device, warnings, { budget = Infinity } = {}) =>
      account.within(budget, () =>
        drawnBoxes(placed(content, layout, device), slots(content, layout, device), planOf(layout, device), warnings),
      ),
    measure: measured,
    lint: (content, layout, device, sets, warnings, { budget = Infinity } = {}) =>
      account.within(budget, () => {
        const filled = slots(content, layout, device);
        account.charge(Math.ceil(filled.length ** 2 * workCosts.overlap));
        const measure = () => measured(content, layout, device);
        return lint({ content, layout, device, slots: filled, warnings, measure }, sets);
      }),
  };
}
