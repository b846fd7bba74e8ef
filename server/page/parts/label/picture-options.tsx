import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface PictureOption {
  readonly id: string;
  readonly name: string;
  readonly note?: string;
  readonly picture: ComponentChildren;
}

interface PictureOptionsProps {
  readonly legend: string;
  readonly options: readonly PictureOption[];
  readonly chosen: string;
  readonly choose: (id: string) => unknown;
}

/** Radio buttons with pictures. Arrow keys choose at once. */
export function PictureOptions({ legend, options, chosen, choose }: PictureOptionsProps) {
  const name = useId();
  return (
    <div class="pictures" role="radiogroup" aria-label={legend}>
      {options.map((option) => (
        <label key={option.id} class="picture-option">
          <input type="radio" name={name} checked={option.id === chosen} onChange={() => choose(option.id)} />
          {option.picture}
          <span class="name">{option.name}</span>
          {option.note && <span class="soft">{option.note}</span>}
        </label>
      ))}
    </div>
  );
}
