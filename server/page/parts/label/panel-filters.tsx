import { catalogue } from '../../api/catalogue.js';
import { countBy, inksOf, isShown, makerOf, type PanelFilter } from '../../state/panels.js';
import { textOf, type Texts, texts } from '../../texts/index.js';
import { FilterSelect, type Option } from '../controls/index.js';

interface PanelFiltersProps {
  readonly now: PanelFilter;
  readonly put: (filter: Partial<Pick<PanelFilter, 'makers' | 'inks'>>) => unknown;
}

/** The makers and inks of panels, with the number of panels of each. */
export function PanelFilters({ now, put }: PanelFiltersProps) {
  const words = texts.value.wall;
  const options = (valueOf: typeof makerOf | typeof inksOf, except: 'makers' | 'inks'): readonly Option[] => {
    const counted = catalogue.value!.devices.filter((panel) => isShown(panel, now, except));
    return Array.from(countBy(counted, valueOf), ([value, count]) => {
      const name = except === 'makers' ? value : inkWords(value.split(' '), words);
      return [value, `${name} (${count})`];
    });
  };
  return (
    <>
      <FilterSelect
        label={words.maker}
        none={words.all}
        options={options(makerOf, 'makers')}
        values={now.makers}
        put={(makers) => put({ makers })}
      />
      <FilterSelect
        label={words.inks}
        none={words.all}
        options={options(inksOf, 'inks')}
        values={now.inks}
        put={(inks) => put({ inks })}
      />
    </>
  );
}

export function InkDots({ inks }: { readonly inks: readonly { readonly name: string; readonly device: string }[] }) {
  return (
    <span class="inks" aria-hidden="true">
      {inks.map(({ name, device }) => (
        <i key={name} style={{ background: device }} />
      ))}
    </span>
  );
}

function inkWords(names: readonly string[], words: Texts['wall']): string {
  const said = names.map((name) => textOf(texts.value.preview.inks, name) ?? name);
  if (said.length === 1) return said[0]!;
  return said.length > 4 ? words.colours({ count: said.length }) : `+ ${said.slice(1).join(', ')}`;
}
