import { signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { DeviceView } from '../../../http/answers.js';
import { catalogue } from '../../api/catalogue.js';
import { neighbour } from '../../browser/neighbour.js';
import type { Dimensions } from '../../state/fit.js';
import { isShown, millimetresOf, nameOf, type PanelFilter, searchPanels, sizeInMm } from '../../state/panels.js';
import { language, texts } from '../../texts/index.js';
import { Dialog, Said, SearchField } from '../controls/index.js';
import { InkDots, PanelFilters } from './panel-filters.js';

export interface PanelChoice {
  /** Read at each drawing. */
  readonly chosen: () => readonly string[];
  readonly choose: (id: string) => unknown;
  /** Whether several can be chosen: the dialog stays open. */
  readonly many?: boolean;
  readonly picture: (panel: DeviceView, room: Dimensions) => ComponentChildren;
}

const choice = signal<PanelChoice | null>(null);

export function choosePanel(of: PanelChoice): void {
  choice.value = of;
}

export function PanelChooser() {
  return choice.value && <Chooser {...choice.value} />;
}

/** Small panels have one scale, in CSS pixels per millimetre; large ones fill the room. */
const perMm = 1.4;
const largest = { width: 168, height: 88 };

function Chooser({ chosen, choose, many = false, picture }: PanelChoice) {
  const words = texts.value;
  const search = useSignal('');
  const filter = useSignal<PanelFilter>({ makers: [], inks: [], panels: [] });
  const at = useSignal<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { devices } = catalogue.value!;
  const ordered = devices.toSorted((a, b) => Number(a.vendor === 'Generic') - Number(b.vendor === 'Generic'));
  const found = searchPanels(ordered, search.value).filter((panel) => isShown(panel, filter.value));
  const ids = chosen();
  const current = [at.value, ids[0]].find((id) => found.some((panel) => panel.id === id)) ?? found[0]?.id;
  const close = () => (choice.value = null);
  const take = (id: string): void => {
    choose(id);
    at.value = id;
    if (!many) close();
  };
  const focus = (id: string | undefined): void => {
    list.current!.querySelector<HTMLElement>(`[data-id="${CSS.escape(id ?? '')}"]`)?.focus();
  };
  const move = (event: KeyboardEvent): void => {
    const to = neighbour(event.key, [...list.current!.querySelectorAll<HTMLElement>('.panel-tile')], event.target);
    if (!to) return;
    event.preventDefault();
    to.focus();
  };
  return (
    <Dialog
      title={many ? words.wall.choosePanels : words.preview.fieldNames.device}
      wide
      close={close}
      head={
        <div
          class="search"
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
            event.preventDefault();
            focus(current);
          }}
        >
          <SearchField
            text={words.preview.searchPanels}
            search={search.value}
            put={(typed) => (search.value = typed)}
          />
        </div>
      }
    >
      <div class="flow">
        <PanelFilters now={filter.value} put={(patch) => (filter.value = { ...filter.value, ...patch })} />
      </div>
      <Said
        look="soft small"
        text={found.length === 0 ? words.preview.none : words.preview.found({ count: found.length })}
      />
      <div
        ref={list}
        class="panel-tiles"
        role="listbox"
        aria-label={words.preview.fieldNames.device}
        aria-multiselectable={many || undefined}
        onKeyDown={move}
      >
        {found.map((panel) => (
          <button
            key={panel.id}
            type="button"
            class="panel-tile"
            role="option"
            data-id={panel.id}
            aria-selected={ids.includes(panel.id)}
            tabIndex={panel.id === current ? 0 : -1}
            onFocus={() => (at.value = panel.id)}
            onClick={() => {
              take(panel.id);
            }}
          >
            <span class="picture">{picture(panel, roomOf(panel))}</span>
            <span class="name">{nameOf(panel)}</span>
            <span class="soft">{`${sizeInMm(panel, language.value)}, ${panel.width} × ${panel.height} px`}</span>
            <span class="soft clip">
              <InkDots inks={panel.inks} /> {panel.vendor} {panel.model}
            </span>
          </button>
        ))}
      </div>
    </Dialog>
  );
}

function roomOf(panel: DeviceView): Dimensions {
  const { width, height } = millimetresOf(panel);
  return { width: Math.min(width * perMm, largest.width), height: Math.min(height * perMm, largest.height) };
}
