import type { FunctionComponent } from 'preact';
import type { IconName } from '../parts/controls/index.js';
import { isShelf } from '../state/shelf/address.js';
import type { Texts } from '../texts/index.js';

export interface StudioPlace {
  /** The key of its name in `texts.places`. */
  readonly name: keyof Texts['places'];
  readonly icon: IconName;
  readonly path: string;
  /** Whether it has no tab, and needs no panels and layouts. */
  readonly apart?: true;
  /** Absent: its path alone. */
  readonly has?: (path: string) => boolean;
  readonly load: () => Promise<FunctionComponent>;
}

/**
 * The places, in the order of their tabs. A new place needs an entry here, a text in `texts.places`, a line in
 * `styles/places.css`, and its addresses in `server/http/routes/page.ts`.
 */
export const places: readonly StudioPlace[] = [
  {
    name: 'preview',
    icon: 'label',
    path: '/',
    load: async () => (await import('../places/preview/preview.js')).PreviewPlace,
  },
  {
    name: 'wall',
    icon: 'wall',
    path: '/wall',
    load: async () => (await import('../places/wall/wall.js')).WallPlace,
  },
  {
    name: 'layouts',
    icon: 'box',
    path: '/layouts',
    has: (path) => /^\/layouts(?:\/[^/]*)?\/?$/.test(path),
    load: async () => (await import('../places/editor/editor.js')).LayoutsPlace,
  },
  {
    name: 'shelf',
    icon: 'shelf',
    path: '/shelf',
    has: isShelf,
    load: async () => (await import('../places/shelf/shelf.js')).ShelfPlace,
  },
  {
    name: 'docs',
    icon: 'code',
    path: '/docs',
    apart: true,
    has: (path) => /^\/docs\/?$/.test(path),
    load: async () => (await import('../places/docs/docs.js')).DocsPlace,
  },
];

export function placeOf(now: string): StudioPlace | undefined {
  return places.find(({ path, has }) => (has ? has(now) : path === now));
}
