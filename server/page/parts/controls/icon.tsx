/** Drawn on a grid of 16 × 16, with strokes of 1.5. */
const shapes = {
  label: 'M2 4h12v8H2zM4.5 7h4M4.5 9.5h2.5M11 7v2.5',
  wall: 'M2 2.5h5v5H2zM9.5 3.5H14v4H9.5zM2 10h4v3.5H2zM8.5 10H14v3.5H8.5z',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  check: 'M2.5 8.5l3.5 3.5 7.5-8',
  refused: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM3.8 3.8l8.4 8.4',
  warning: 'M8 2l6.5 11.5h-13zM8 6.5v3M8 11.2v.6',
  clock: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM8 4.5V8l2.5 1.5',
  half: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM8 2v12M9 3v10M10.5 3.5v9M12 5v6M13.3 6.5v3',
  down: 'M4 6l4 4 4-4',
  up: 'M4 10l4-4 4 4',
  right: 'M6 4l4 4-4 4',
  minus: 'M3 8h10',
  plus: 'M3 8h10M8 3v10',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.5 10.5l3.5 3.5',
  down_to: 'M8 2v8M4.5 7L8 10.5 11.5 7M2.5 13.5h11',
  print: 'M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z',
  code: 'M5 4L1.5 8 5 12M11 4l3.5 4L11 12',
  shelf: 'M1.5 13.5h13M1.5 6.5h13M3 6.5v-4h5v4M9 13.5v-4h4.5v4',
  text: 'M3 5V3h10v2M8 3v10.5M6 13.5h4',
  price: 'M12 4.2A4.6 4.6 0 1 0 12 11.8M2.5 6.8h6M2.5 9.2h6',
  bars: 'M2.5 3v10M5 3v10M6.5 3v10M9.5 3v10M11 3v10M13.5 3v10',
  shape: 'M8 2l1.8 4h4.2l-3.4 2.7 1.3 4.3L8 10.4 4.1 13l1.3-4.3L2 6h4.2z',
  picture: 'M2 3h12v10H2zM2 11l3.5-3.5L8 10l2.5-2L14 11M10.5 5.5v1',
  box: 'M2 3h12v10H2zM8 3v10',
  part: 'M2 2.5h5v5H2zM9 8.5h5v5H9zM9 2.5h5v5H9zM2 8.5h5v5H2z',
  undo: 'M6 3L2.5 6.5 6 10M3 6.5h6a3.5 3.5 0 0 1 0 7H6',
  redo: 'M10 3l3.5 3.5L10 10M13 6.5H7a3.5 3.5 0 0 0 0 7h3',
  more: 'M3 7.5v1M8 7.5v1M13 7.5v1',
  trash: 'M3 4.5h10M6 4V2.5h4V4M4.5 4.5l.7 9h5.6l.7-9',
} as const;

export type IconName = keyof typeof shapes;

/** Decorates a word. Screen readers skip it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={shapes[name]} fill="none" stroke="currentColor" stroke-width="1.5" />
    </svg>
  );
}
