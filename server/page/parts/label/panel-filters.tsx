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
  const filters = {
    makers: { label: words.maker, valueOf: makerOf, nameOf: (maker: string) => maker },
    inks: { label: words.inks, valueOf: inksOf, nameOf: (inks: string) => inkWords(inks.split(' '), words) },
  };
  return (['makers', 'inks'] as const).map((name) => {
    const { label, valueOf, nameOf } = filters[name];
    const counted = catalogue.value!.devices.filter((panel) => isShown(panel, now, name));
    const options = Array.from(countBy(counted, valueOf), ([value, count]): Option => [
      value,
      `${nameOf(value)} (${count})`,
    ]);
    return (
      <FilterSelect
        key={name}
        label={label}
        none={words.all}
        options={options}
        values={now[name]}
        put={(values) => put({ [name]: values })}
      />
    );
  });
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
