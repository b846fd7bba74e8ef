import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';

/** The command palette while it is open. */
export const palette = signal<FunctionComponent<{ readonly close: () => unknown }> | null>(null);

export async function openPalette(): Promise<void> {
  // Without the server there is nothing to open.
  palette.value = await import('./palette.js').then(
    ({ Palette }) => Palette,
    () => null,
  );
}

/** Ctrl+K or ⌘K, except in dialogs. */
export function pressPaletteKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || shiftKey || altKey) return;
  event.preventDefault();
  if (!document.querySelector('dialog[open]')) void openPalette();
}
