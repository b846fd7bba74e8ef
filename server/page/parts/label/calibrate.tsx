import { signal } from '@preact/signals';
import { storedSignal } from '../../browser/storage.js';
import { texts } from '../../texts/index.js';
import { Button, Dialog } from '../controls/index.js';

/** CSS pixels per millimetre of this screen; before the calibration 96 per inch, as CSS assumes. */
export const pixelsPerMm = storedSignal('pixels-per-mm', 96 / 25.4, (value): value is number => {
  return typeof value === 'number' && value >= 1 && value <= 20;
});

export const calibrating = signal(false);

/** A bank card, ISO/IEC 7810 ID-1, in millimetres. */
const card = { width: 85.6, height: 53.98 };

/** The user holds a bank card to the screen, so that real size is real. */
export function CalibrateDialog() {
  const words = texts.value.preview;
  if (!calibrating.value) return null;
  const width = pixelsPerMm.value * card.width;
  const done = () => (calibrating.value = false);
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
            onInput={({ currentTarget }) => (pixelsPerMm.value = currentTarget.valueAsNumber / card.width)}
          />
        </label>
        <Button look="main" text={words.calibrated} press={done} />
      </div>
    </Dialog>
  );
}
