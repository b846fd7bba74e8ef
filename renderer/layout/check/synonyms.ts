import { folded, nearest } from '../../suggestion.js';

/**
 * The names of keys, types and values of layouts in CSS, HTML and other tools: by our word, without `_`, `-` and capitals. A
 * name may be a synonym of several words, at most one of which is allowed in any place.
 */
export const synonyms: Readonly<Record<string, string>> = {
  // Keys.
  align: 'textalign alignment halign horizontalalign alignitems',
  valign: 'verticalalign alignvertical alignself',
  justify: 'justifycontent distribute',
  direction: 'flexdirection orientation flow',
  ink: 'color colour fontcolor textcolor',
  fill: 'background backgroundcolor bg bgcolor color colour',
  outline: 'border bordercolor stroke',
  thickness: 'borderwidth strokewidth linewidth',
  radius: 'borderradius cornerradius rounded corners',
  size: 'fontsize font textsize',
  weight: 'fontweight bold fontstyle',
  lines: 'maxlines linecount',
  source: 'src url href image file path data',
  fit: 'objectfit resize scale',
  grow: 'flex flexgrow',
  when: 'if visible show condition showif hidden',
  optional: 'priority',
  tracking: 'letterspacing spacing',
  each: 'list items data source of in',
  most: 'max maximum limit',
  rotate: 'rotation angle transform',
  strike: 'strikethrough linethrough textdecoration',
  field: 'value content key',
  children: 'items nodes elements content',
  padding: 'margin inset',
  gap: 'spacing space',
  symbology: 'format barcodetype',
  title: 'name label',
  root: 'body node layout tree',
  data: 'fields variables',
  required: 'mandatory',
  values: 'enum options choices',
  preferred: 'normal default size',
  floor: 'min minimum smallest',
  largest: 'max maximum',
  // Keys and types.
  text: 'content value label string paragraph span url',
  type: 'kind tag',
  picture: 'image img photo logo bitmap',
  box: 'row column col group container view div flex rect rectangle',
  line: 'rule hr divider separator',
  barcode: 'ean ean13 ean8 upc upca code128 gtin',
  qr: 'qrcode',
  price: 'amount money currency',
  date: 'day datetime time',
  repeat: 'foreach for each loop list table rows',
  stack: 'overlay layer layers zstack group',
  shape: 'ellipse circle oval star arrow polygon triangle badge',
  icon: 'symbol pictogram glyph',
  part: 'component include use partial template',
  // Values.
  bold: '600 700 800 900 semibold heavy strong true',
  regular: '300 400 500 normal light false',
  start: 'left flexstart top',
  end: 'right flexend bottom',
  center: 'centre middle',
  middle: 'center centre',
  top: 'start flexstart',
  bottom: 'end flexend baseline',
  between: 'spacebetween spacearound spaceevenly justify',
  row: 'horizontal',
  column: 'vertical',
  black: '#000 #000000',
  white: '#fff #ffffff transparent none',
  red: '#f00 #ff0000',
  yellow: '#ff0 #ffff00',
  orange: '#f80 #ff8000 #ffa500',
  green: '#0f0 #00ff00 #008000',
  blue: '#00f #0000ff',
  light_gray: '#aaa #aaaaaa lightgray lightgrey gray grey silver',
  dark_gray: '#555 #555555 darkgray darkgrey dimgray',
  accent: 'primary highlight',
  cover: 'crop',
  stretch: 'fill full fontstretch',
  condensed: 'narrow compressed',
  raised: 'superscript super',
  plain: 'normal',
  ellipse: 'circle oval round',
};

const meanings = new Map(Object.entries(synonyms).map(([word, others]) => [word, new Set(others.split(' '))]));

/** The known word with this synonym, or the one most likely misspelt; undefined without any. */
export function meant(word: string, known: readonly string[]): string | undefined {
  const wanted = folded(word);
  return known.find((name) => meanings.get(name)?.has(wanted)) ?? nearest(word, known);
}
