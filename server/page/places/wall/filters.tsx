import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import type { DeviceView } from '../../../http/answers.js';
import { catalogue } from '../../api/catalogue.js';
import { LinkButton, Toggle } from '../../parts/controls/buttons.js';
import { Icon } from '../../parts/controls/icon.js';
import { countBy, inksOf, isShown, makerOf } from '../../state/wall/wall-state.js';
import type { Texts } from '../../texts/en.js';
import { texts } from '../../texts/index.js';
import { change, choose, chosen, set, state } from './model.js';
import { PanelChoice } from './panel-choice.js';
import { counted } from './said.js';

/** Which of the panels are shown, with how many there are of each kind. */
export function Filters(): JSX.Element | null {
  if (state.value.by !== 'panels') return null;
  return (
    <div class="filters">
      <PanelFilters />
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
        {(value) => <Inks names={value.split(' ')} devices={devices} />}
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
  /** How many labels have a value. */
  readonly values: ReadonlyMap<string, number>;
  readonly pressed: readonly string[];
  readonly children: (value: string) => ComponentChildren;
}

/** Toggle buttons, one a value: none pressed is all of them. */
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

/** The inks of a kind of panels: their colours, and in words how they go beyond black. */
function Inks({
  names,
  devices,
}: {
  readonly names: readonly string[];
  readonly devices: readonly DeviceView[];
}): JSX.Element {
  const like = devices.find((panel) => inksOf(panel) === names.join(' '));
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

/** What is wrong with how many labels; pressed, only these are shown. */
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
