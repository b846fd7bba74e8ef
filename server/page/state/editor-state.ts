import type { LintSet } from '../../../renderer/index.js';
import { type ContentKind, contentKinds } from './layout/contents.js';
import { setsIn } from './preview-state.js';
import { decodedPart, oneOf, searchOf } from './query.js';

export interface EditorState {
  /** The selected box, from the drawn root: "0.1.0"; "": that root. Null: the layout itself. */
  readonly box: string | null;
  readonly device: string;
  readonly content: ContentKind;
  /** Of the foreign content. */
  readonly locale: string;
  readonly show: 'panels' | 'json' | 'both';
  /** The sets of rules that check the large label. */
  readonly lint: readonly LintSet[];
}

export const firstEditorState: EditorState = {
  box: '',
  device: 'solum-m2-2.9-bwr',
  content: 'usual',
  locale: 'ar-EG',
  show: 'panels',
  lint: [],
};

const shows = ['panels', 'json', 'both'] as const;

export function readEditorState(search: string): EditorState {
  const query = new URLSearchParams(search);
  const box = query.get('box');
  return {
    box: box === 'layout' ? null : (box ?? ''),
    device: query.get('device') ?? firstEditorState.device,
    content: oneOf(query, 'content', contentKinds),
    locale: query.get('foreign') ?? firstEditorState.locale,
    show: oneOf(query, 'show', shows),
    lint: setsIn(query),
  };
}

export function writeEditorState(state: EditorState): string {
  const query = new URLSearchParams();
  const { box, lint, locale, ...rest } = state;
  if (box !== '') query.set('box', box ?? 'layout');
  for (const [name, value] of Object.entries(rest))
    if (value !== firstEditorState[name as keyof typeof rest]) query.set(name, value);
  // `locale` is that of the content that all places share.
  if (locale !== firstEditorState.locale) query.set('foreign', locale);
  if (lint.length > 0) query.set('lint', lint.join(','));
  return searchOf(query);
}

/** The layout in the path; null: the list of layouts. */
export function layoutIn(path: string): string | null {
  const [, id] = /^\/layouts\/([^/]+)\/?$/.exec(path) ?? [];
  return id === undefined ? null : (decodedPart(id) ?? id);
}
