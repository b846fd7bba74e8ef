import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { keptSignal } from '../../browser/kept.js';
import { texts } from '../../texts/index.js';
import { Button } from '../controls/buttons.js';
import { Dialog } from '../controls/dialog.js';

/** CSS pixels per millimetre of this screen; until it was calibrated what CSS takes for granted, 96 per inch. */
export const pixelsPerMm = keptSignal('pixels-per-mm', 96 / 25.4, (value): value is number => {
  return typeof value === 'number' && value >= 1 && value <= 20;
});

export const calibrating = signal(false);

/** A bank card, ISO/IEC 7810 ID-1, in millimetres. */
const card = { width: 85.6, height: 53.98 };

/** Lets people lay a bank card on the screen, so that real size is real. */
export function CalibrateDialog(): JSX.Element | null {
  const words = texts.value.preview;
  if (!calibrating.value) return null;
  const width = pixelsPerMm.value * card.width;
  const done = (): void => {
    calibrating.value = false;
  };
  return (
    <Dialog title={words.calibrateTitle} close={done}>
      <div class="stack">
        <p>{words.calibrateNote}</p>
        <div class="card" style={{ width: `${width}px`, height: `${(width * card.height) / card.width}px` }} />
        <label class="field">
          <span>{words.cardWidth}</span>
          <input
            type="range"
            min="150"
            max="900"
            step="0.5"
            value={width}
            aria-valuetext={`${Math.round(width)} px`}
            onInput={({ currentTarget }) => {
              pixelsPerMm.value = currentTarget.valueAsNumber / card.width;
            }}
          />
        </label>
        <Button look="main" press={done}>
          {words.calibrated}
        </Button>
      </div>
    </Dialog>
  );
}
