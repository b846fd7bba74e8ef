import type { ComponentChildren, JSX } from 'preact';
import { catalogue } from '../../api/catalogue.js';
import { countBy, inksOf, isShown, makerOf, type PanelFilter } from '../../state/panels.js';
import type { Texts } from '../../texts/en.js';
import { texts } from '../../texts/index.js';
import { Toggle } from '../controls/index.js';

interface PanelFiltersProps {
  readonly now: PanelFilter;
  readonly put: (filter: Partial<Pick<PanelFilter, 'makers' | 'inks'>>) => unknown;
}

/** The makers and inks of panels as toggles, with the number of panels of each. */
export function PanelFilters({ now, put }: PanelFiltersProps): JSX.Element {
  const words = texts.value.wall;
  const { devices } = catalogue.value!;
  const counts = (valueOf: typeof makerOf | typeof inksOf, except: 'makers' | 'inks'): ReadonlyMap<string, number> =>
    countBy(
      devices.filter((panel) => isShown(panel, now, except)),
      valueOf,
    );
  return (
    <>
      <Filter
        title={words.maker}
        values={counts(makerOf, 'makers')}
        pressed={now.makers}
        put={(makers) => put({ makers })}
      >
        {(maker) => maker}
      </Filter>
      <Filter title={words.inks} values={counts(inksOf, 'inks')} pressed={now.inks} put={(inks) => put({ inks })}>
        {(value) => <Inks names={value.split(' ')} />}
      </Filter>
    </>
  );
}

interface FilterProps {
  readonly title: string;
  readonly values: ReadonlyMap<string, number>;
  readonly pressed: readonly string[];
  readonly put: (pressed: readonly string[]) => unknown;
  readonly children: (value: string) => ComponentChildren;
}

/** A toggle per value. If none is pressed, all are shown. */
function Filter({ title, values, pressed, put, children }: FilterProps): JSX.Element {
  const gone = pressed.filter((value) => !values.has(value));
  return (
    <div class="filter" role="group" aria-label={title}>
      <span class="soft small">{title}</span>
      <Toggle look="chip" pressed={pressed.length === 0} press={() => put([])}>
        {texts.value.wall.all}
      </Toggle>
      {[...values, ...gone.map((value) => [value, 0] as const)].map(([value, count]) => (
        <Toggle
          key={value}
          look="chip"
          pressed={pressed.includes(value)}
          press={(on) => put(on ? [...pressed, value] : pressed.filter((each) => each !== value))}
        >
          {children(value)} <span class="count">{count}</span>
        </Toggle>
      ))}
    </div>
  );
}

/** The inks of panels as colours, and in words those beyond black. */
function Inks({ names }: { readonly names: readonly string[] }): JSX.Element {
  const like = catalogue.value!.devices.find((panel) => inksOf(panel) === names.join(' '));
  return (
    <>
      <InkDots inks={like?.inks.slice(1) ?? []} /> {inkWords(names, texts.value.wall)}
    </>
  );
}

interface InkDotsProps {
  readonly inks: readonly { readonly name: string; readonly device: string }[];
}

export function InkDots({ inks }: InkDotsProps): JSX.Element {
  return (
    <span class="inks" aria-hidden="true">
      {inks.map(({ name, device }) => (
        <i key={name} style={{ background: device }} />
      ))}
    </span>
  );
}

function inkWords(names: readonly string[], words: Texts['wall']): string {
  const said = names.map((name) => words.inkNames[name] ?? name);
  if (said.length === 1) return said[0]!;
  return said.length > 4 ? words.colours(said.length) : `+ ${said.slice(1).join(', ')}`;
}
