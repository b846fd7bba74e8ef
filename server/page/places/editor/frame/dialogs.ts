import { signal } from '@preact/signals';

/** Whether the dialogs are open that choose a picture, and that name a layout of one's own. */
export const choosingPicture = signal(false);
export const naming = signal(false);
