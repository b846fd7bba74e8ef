import type { LabelView, LayoutView } from '../http/answers.js';
import { listLayouts } from './api.js';

/** The layouts as they were last read. */
export interface LayoutList {
  /** Reads the list again. If that fails, it stays as it is: nobody waits for it. */
  refresh(): Promise<void>;
  /** Reads the list again if the label has a layout, or a version of one, that came after the list was read. */
  refreshFor(label: LabelView): void;
}

export function createLayoutList(
  first: readonly LayoutView[],
  changed: (layouts: readonly LayoutView[]) => void,
): LayoutList {
  let layouts = first;
  const refresh = async (): Promise<void> => {
    const read = await listLayouts().catch(() => layouts);
    if (JSON.stringify(read) === JSON.stringify(layouts)) return;
    layouts = read;
    changed(layouts);
  };
  return {
    refresh,
    refreshFor({ layout, layout_version }) {
      const listed = layouts.find(({ id }) => id === layout)?.version;
      if (listed === undefined || (layout_version ?? 0) > listed) void refresh();
    },
  };
}
