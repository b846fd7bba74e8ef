import { command, type ReportLabel, outcomeOf, type LazyPicture, show } from './data.js';
import { button, create } from './dom.js';

/** @param others the number of hidden labels with the same words */
export function labelElement(label: ReportLabel, others: number, showOthers: () => void): HTMLElement {
  const { name, outcome, extent, words } = label;
  const article = create(
    'article',
    outcome,
    create('h2', '', name),
    create('p', 'soft small', `${outcomeOf(label)}${extent}`),
    create('ul', '', ...words.map((sentence) => create('li', '', sentence))),
  );
  article.tabIndex = -1;
  article.setAttribute('aria-label', name);
  if (label.expected || label.actual) article.append(pictures(label));
  if (others > 0) article.append(create('p', '', button('button', showOthers, `${others} more with the same words`)));
  if (command !== null && (outcome === 'differs' || outcome === 'extra'))
    article.append(create('p', 'fine', 'To accept: ', create('code', '', `${command} ${quoted(name)}`)));
  return article;
}

function pictures({ name, outcome, expected, actual, mask }: ReportLabel): HTMLElement {
  const all = create('div', outcome === 'differs' ? 'pictures both' : 'pictures');
  const [width, height] = largest([expected, actual]);
  all.style.setProperty('--widest', String(width));
  all.style.setProperty('--tallest', String(height));
  if (outcome === 'found') {
    all.append(figure(name, 'marked', mask ? [actual!, mask] : [actual!]));
    return all;
  }
  if (expected) all.append(figure(name, 'expected', [expected]));
  if (actual) all.append(figure(name, 'actual', [actual]));
  if (actual && mask) all.append(figure(name, 'difference', [actual, mask]));
  return all;
}

export function largest(all: readonly (LazyPicture | null)[]): readonly [width: number, height: number] {
  return [Math.max(...all.map((one) => one?.width ?? 0)), Math.max(...all.map((one) => one?.height ?? 0))];
}

/** @param layers pictures of one size, one on the other */
function figure(name: string, kind: string, layers: readonly LazyPicture[]): HTMLElement {
  const said = `${name}, ${kind}`;
  const paper = create('div', 'layers', ...layers.map((picture, i) => image(picture, i === 0 ? said : '')));
  const scroll = create('div', 'scroll', create('div', 'case', paper));
  scroll.role = 'group';
  scroll.setAttribute('aria-label', said);
  return create('figure', kind, create('figcaption', 'soft small', kind), scroll);
}

function image(picture: LazyPicture, alt: string): HTMLImageElement {
  const made = new Image(picture.width, picture.height);
  made.alt = alt;
  made.style.setProperty('--width', String(picture.width));
  show(made, picture);
  return made;
}

function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
