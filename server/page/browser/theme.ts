import { storedSignal } from './storage.js';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const theme = storedSignal<Theme>('theme', 'system', (value): value is Theme =>
  themes.some((name) => name === value),
);

theme.subscribe((value) => {
  if (value === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = value;
});
