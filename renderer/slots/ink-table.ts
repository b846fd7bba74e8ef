import type { LayoutInk } from '../layout/document.js';

/**
 * How light the inks are, as measured on the panels in `devices/`. By the contrast of WCAG 2.2, dark inks have at least 2.7
 * on white and at most 2.2 on black (green and red of ACeP panels: 5.4 and 3.1), light ones the reverse; the middle ones 3
 * to 5 on both. A test compares the table with the device files.
 */
const tones: Readonly<Record<string, 'dark' | 'middle' | 'light'>> = {
  black: 'dark',
  red: 'dark',
  blue: 'dark',
  green: 'dark',
  dark_gray: 'dark',
  orange: 'middle',
  light_gray: 'middle',
  yellow: 'light',
  white: 'light',
};

export function isDark(name: string): boolean {
  return tones[name] === 'dark';
}

/**
 * Whether text of an ink is readable on another: inks of one tone are not, and middle ones only with black or white. No layout
 * names the other greys of panels with 8 or 16.
 */
export function isReadable(text: string, ground: string): boolean {
  if (!tones[text] || !tones[ground]) return false;
  const plain = [text, ground].some((name) => name === 'black' || name === 'white');
  return tones[text] !== tones[ground] && (plain || [text, ground].every((name) => tones[name] !== 'middle'));
}

/** An ink, or two that take turns from pixel to pixel. Text on a mix is as readable as on its first ink. */
export type InkMix = string | readonly [string, string];

/** The inks for a fill, a line and a text, the first of which that the panel has is drawn. */
interface ByUse {
  readonly fill: readonly InkMix[];
  readonly line: readonly InkMix[];
  readonly text: readonly InkMix[];
}

export interface InkRole extends ByUse {
  /** Inks that the panel must have; the role is black without them. */
  readonly requires?: readonly string[];
}

const everywhere = (...inks: readonly InkMix[]): ByUse => ({ fill: inks, line: inks, text: inks });

/** A step of a scale from green to red. A panel that lacks one of the colours has all steps in black, else few would stand out. */
const step = (pure: string, ...fill: readonly InkMix[]): InkRole => ({
  ...everywhere(pure),
  fill,
  requires: ['green', 'yellow', 'red'],
});

/** Inks that are chosen by their purpose, without a warning. Yellow is no line or text: on white its contrast is 1.0 to 1.7. */
export const roles: Readonly<Partial<Record<LayoutInk, InkRole>>> = {
  accent: { fill: ['red', 'yellow', 'black'], line: ['red', 'black'], text: ['red', 'black'] },
  // Black on yellow has a contrast of 5.6 to 11, white on red one of 4.9 to 6.7.
  offer: { fill: ['yellow', 'red', 'black'], line: ['red', 'black'], text: ['red', 'black'] },
  rule: everywhere('light_gray', 'black'),
  // The colours of Nutri-Score and of energy labels (EU 2017/1369), the light green and the orange mixed.
  best: step('green', 'green'),
  good: step('green', ['yellow', 'green']),
  fair: step('yellow', 'yellow'),
  poor: step('red', 'orange', ['yellow', 'red']),
  worst: step('red', 'red'),
};

/**
 * What replaces an ink that the panel lacks, besides the readable one. A light ground stays light, so that the texts and
 * lines on it keep their inks. Orange is red and yellow in turn, as dithering would draw it. Dark grey is as dark
 * as green and blue: a contrast of 4.7 on white, compared with 5.3 and 5.6.
 */
export const replacements: Readonly<Partial<Record<LayoutInk, ByUse>>> = {
  orange: { ...everywhere('red'), fill: [['yellow', 'red'], 'yellow', 'red', 'light_gray'] },
  yellow: { ...everywhere(), fill: ['light_gray'] },
  green: everywhere('dark_gray'),
  blue: everywhere('dark_gray'),
  light_gray: { ...everywhere(), fill: ['white'] },
  dark_gray: everywhere('black'),
};
