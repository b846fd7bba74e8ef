import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { catalogue } from '../../api/catalogue.js';
import { Check, Dialog, Icon, LinkButton, SearchField, Toggle } from '../../parts/controls/index.js';
import { nameOf, searchPanels, sizeInMm } from '../../state/panels.js';
import { countBy, inksOf, isShown, makerOf } from '../../state/wall/wall-state.js';
import type { Texts } from '../../texts/en.js';
import { texts } from '../../texts/index.js';
import { LintFilter } from './lint-filter.js';
import { change, choose, chosen, set, state } from './model.js';
import { counted } from './words.js';

export function Filters(): JSX.Element | null {
  if (state.value.by !== 'panels') return null;
  return (
    <div class="filters">
      <PanelFilters />
      <LintFilter />
      <Warned />
    </div>
  );
}

function PanelFilters(): JSX.Element {
  const words = texts.value.wall;
  const choosing = useSignal(false);
  const now = state.value;
  const { devices } = catalogue.value!;
  const counts = (valueOf: typeof makerOf | typeof inksOf, except: 'makers' | 'inks'): ReadonlyMap<string, number> =>
    countBy(
      devices.filter((panel) => isShown(panel, now, except)),
      valueOf,
    );
  return (
    <>
      <Filter title={words.maker} values={counts(makerOf, 'makers')} pressed={now.makers} name="makers">
        {(maker) => maker}
      </Filter>
      <Filter title={words.inks} values={counts(inksOf, 'inks')} pressed={now.inks} name="inks">
        {(value) => <Inks names={value.split(' ')} />}
      </Filter>
      <p class="by-one">
        <LinkButton
          text={now.panels.length > 0 ? words.chosenPanels(now.panels.length) : words.choosePanels}
          press={() => (choosing.value = true)}
        />
        {now.panels.length > 0 && <LinkButton text={words.allPanels} press={() => choose({ panels: [] })} />}
      </p>
      {choosing.value && <PanelChoice close={() => (choosing.value = false)} />}
    </>
  );
}

interface FilterProps {
  readonly title: string;
  readonly name: 'makers' | 'inks';
  readonly values: ReadonlyMap<string, number>;
  readonly pressed: readonly string[];
  readonly children: (value: string) => ComponentChildren;
}

/** A toggle per value. If none is pressed, all are shown. */
function Filter({ title, name, values, pressed, children }: FilterProps): JSX.Element {
  const put = set(name);
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
      <span class="inks" aria-hidden="true">
        {like?.inks.slice(1).map(({ name, device }) => (
          <i key={name} style={{ background: device }} />
        ))}
      </span>{' '}
      {inkWords(names, texts.value.wall)}
    </>
  );
}

function inkWords(names: readonly string[], words: Texts['wall']): string {
  const said = names.map((name) => words.inkNames[name] ?? name);
  if (said.length === 1) return said[0]!;
  return said.length > 4 ? words.colours(said.length) : `+ ${said.slice(1).join(', ')}`;
}

/** The number of labels by problem; pressed, only those are shown. */
export function Warned(): JSX.Element {
  const words = texts.value.wall;
  const { warned } = state.value;
  const summary = counted(chosen.value, words);
  return (
    <p class="warned-count">
      {(summary !== '' || warned) && (
        <LinkButton
          pressed={warned}
          title={warned ? words.showAll : words.onlyWarned}
          text={
            <>
              <Icon name="warning" />
              <span>{summary === '' ? words.showAll : summary}</span>
            </>
          }
          press={() => change({ warned: !warned })}
        />
      )}
    </p>
  );
}

/** Chooses single panels. The wall changes while the dialog is open. */
function PanelChoice({ close }: { readonly close: () => unknown }): JSX.Element {
  const words = texts.value;
  const [search, setSearch] = useState('');
  const { panels } = state.value;
  const found = searchPanels(catalogue.value!.devices, search);
  return (
    <Dialog
      title={words.wall.choosePanels}
      close={close}
      head={<SearchField text={words.preview.searchPanels} search={search} put={setSearch} />}
    >
      {found.length === 0 && <p class="soft small">{words.preview.none}</p>}
      <ul class="panel-choice">
        {found.map((panel) => (
          <li key={panel.id}>
            <Check
              checked={panels.includes(panel.id)}
              put={(checked) => {
                const others = panels.filter((id) => id !== panel.id);
                change({ panels: checked ? [...others, panel.id] : others });
              }}
            >
              <span>
                {nameOf(panel)} <span class="soft small">{sizeInMm(panel)}</span>
              </span>
            </Check>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
