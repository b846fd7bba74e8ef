import { useId } from 'preact/hooks';
import { IconButton, LinkButton } from '../../../parts/controls/index.js';
import type { ParsedObject } from '../../../state/layout/json.js';
import {
  type LimitName,
  limitsOf,
  shapeLimits,
  shapeOf,
  variantsOf,
  withLimit,
  withoutVariant,
  withVariant,
} from '../../../state/layout/variants.js';
import { texts } from '../../../texts/index.js';
import { variantName } from '../frame/tree.js';
import { document, editDocument } from '../model/document.js';
import { root } from '../model/state.js';
import { Group, NumberInput } from './control.js';

export function Variants() {
  const words = texts.value.editor;
  const all = variantsOf(document.value);
  const shapes = Object.keys(shapeLimits) as (keyof typeof shapeLimits)[];
  const missing = shapes.filter((shape) => !all.some((variant) => shapeOf(limitsOf(variant)) === shape));
  return (
    <Group title={words.variants}>
      <p class="soft small">{words.variantsNote}</p>
      <ul class="rows">
        {all.map((variant, i) => (
          <Variant key={i} variant={variant} place={i} />
        ))}
      </ul>
      {missing.map((shape) => (
        <LinkButton
          key={shape}
          text={words.addVariant({ on: words.on[shape] })}
          press={() => editDocument(withVariant(document.peek(), shapeLimits[shape], root.peek()))}
        />
      ))}
    </Group>
  );
}

const measures = {
  width: ['min_width', 'max_width'],
  height: ['min_height', 'max_height'],
  aspect: ['min_aspect', 'max_aspect'],
} as const satisfies Readonly<Record<string, readonly [LimitName, LimitName]>>;

function Variant({ variant, place }: { readonly variant: ParsedObject; readonly place: number }) {
  const words = texts.value.editor;
  const name = variantName(limitsOf(variant));
  return (
    <li>
      <span>{name}</span>
      <IconButton
        icon="trash"
        look="row-button"
        label={words.removeNamed({ name })}
        press={() => editDocument(withoutVariant(document.peek(), place))}
      />
      <details class="limits">
        <summary>{words.changeLimits}</summary>
        {(Object.keys(measures) as (keyof typeof measures)[]).map((measure) => (
          <fieldset key={measure} class="beside line">
            <legend class="unseen">{words.limited[measure]}</legend>
            <span aria-hidden="true">{words.limited[measure]}</span>
            <span class="length">
              {measures[measure].map((limit) => (
                <Limit key={limit} name={limit} variant={variant} place={place} />
              ))}
            </span>
          </fieldset>
        ))}
      </details>
    </li>
  );
}

interface LimitProps {
  readonly name: LimitName;
  readonly variant: ParsedObject;
  readonly place: number;
}

/** Empty: no limit. */
function Limit({ name, variant, place }: LimitProps) {
  const words = texts.value.editor;
  const id = useId();
  const isMost = name.startsWith('max');
  return (
    <>
      <label for={id}>{isMost ? words.to : words.from}</label>
      <NumberInput
        id={id}
        min={name.endsWith('aspect') ? 0.01 : 1}
        max={100_000}
        step={name.endsWith('aspect') ? 'any' : 1}
        value={limitsOf(variant)[name]}
        // Zero is no limit: more digits follow.
        put={(limit) =>
          (limit === undefined || limit > 0) &&
          editDocument(withLimit(document.peek(), place, name, limit), `type variants ${place} ${name}`)
        }
      />
    </>
  );
}
