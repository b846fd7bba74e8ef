import type { DrawnFace, DrawnFontSize } from '../../../fonts/drawn.js';
import type { FontName } from '../../../fonts/index.js';

/** How a face is drawn: the widths of its stems in px by size, and its font in all weights. */
export interface Plan {
  readonly stems: Readonly<Record<DrawnFontSize, number>>;
  readonly weights: Readonly<Record<number, string>>;
  /** The weight whose outlines the glyphs resemble, which the face has from 26 px on. */
  readonly weight: number;
  readonly font: FontName;
  /** How much white in px is taken off both sides of each character, by size. */
  readonly tighter: Readonly<Partial<Record<DrawnFontSize, number>>>;
}

const names = ['300Light', '400Regular', '500Medium', '600SemiBold', '700Bold', '800ExtraBold', '900Black'];
const weightsOf = (folder: string, family: string): Plan['weights'] =>
  Object.fromEntries(
    names.map((name) => [parseInt(name, 10), `@expo-google-fonts/${folder}/${name}/${family}_${name}.ttf`]),
  );
const inter = weightsOf('inter', 'Inter');

export const plans: Readonly<Record<DrawnFace, Plan>> = {
  regular: {
    stems: { 12: 1, 13: 1, 14: 1, 15: 1, 16: 2, 17: 2, 18: 2, 20: 2, 22: 2, 24: 2 },
    weights: inter,
    weight: 500,
    font: 'inter-500',
    tighter: {},
  },
  bold: {
    stems: { 12: 2, 13: 2, 14: 2, 15: 2, 16: 3, 17: 3, 18: 3, 20: 3, 22: 3, 24: 3 },
    weights: inter,
    weight: 700,
    font: 'inter-700',
    tighter: {},
  },
  condensed: {
    stems: { 12: 1, 13: 2, 14: 2, 15: 2, 16: 2, 17: 2, 18: 2, 20: 2, 22: 3, 24: 3 },
    weights: weightsOf('roboto-condensed', 'RobotoCondensed'),
    weight: 600,
    font: 'roboto-condensed-600',
    // As narrow as the pixel font that it replaced: lines at a label's edge still fit.
    tighter: { 12: 0.2 },
  },
  'condensed-regular': {
    stems: { 12: 1, 13: 1, 14: 1, 15: 1, 16: 2, 17: 2, 18: 2, 20: 2, 22: 2, 24: 2 },
    weights: weightsOf('roboto-condensed', 'RobotoCondensed'),
    weight: 500,
    font: 'roboto-condensed-500',
    tighter: {},
  },
};
