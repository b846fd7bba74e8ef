import { useId } from 'preact/hooks';

interface SegmentsProps<T extends string> {
  readonly legend: string;
  /** Whether the legend is visible. */
  readonly named?: boolean;
  readonly options: readonly { readonly value: T; readonly text: string; readonly lang?: string }[];
  readonly value: T;
  readonly choose: (value: T) => unknown;
}

/** One of a few: radio buttons in a row. */
export function Segments<T extends string>({ legend, named = false, options, value, choose }: SegmentsProps<T>) {
  const name = useId();
  return (
    <fieldset class="segments">
      <legend class={named ? 'small soft' : 'unseen'}>{legend}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value} lang={option.lang}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => choose(option.value)} />
            <span>{option.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
