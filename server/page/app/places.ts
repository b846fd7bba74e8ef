import type { FunctionComponent } from 'preact';
import type { IconName } from '../parts/controls/icon.js';
import { isShelf } from '../state/shelf/address.js';
import type { Texts } from '../texts/en.js';

export interface Place {
  /** The name of its text in `texts.places`. */
  readonly name: keyof Texts['places'];
  readonly icon: IconName;
  /** Where its tab leads. */
  readonly path: string;
  /** Whether its address says what is on a label, as that of Preview does. */
  readonly content?: true;
  readonly has: (path: string) => boolean;
  readonly load: () => Promise<FunctionComponent>;
}

/**
 * The places, in the order of their tabs. A new place is one entry here, one text in `texts.places`, one line in
 * `styles/places.css`, and its addresses in `server/http/routes/page.ts`.
 */
export const places: readonly Place[] = [
  {
    name: 'preview',
    icon: 'label',
    path: '/',
    content: true,
    has: (path) => path === '/',
    load: async () => (await import('../places/preview/preview.js')).PreviewPlace,
  },
  {
    name: 'wall',
    icon: 'wall',
    path: '/wall',
    content: true,
    has: (path) => path === '/wall',
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
];

export function placeOf(path: string): Place | undefined {
  return places.find(({ has }) => has(path));
}
