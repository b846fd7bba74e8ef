import type { JSX } from 'preact';
import { catalogue } from '../../api/catalogue.js';
import { Icon, LinkButton } from '../../parts/controls/index.js';
import { choosePanel } from '../../parts/label/panel-chooser.js';
import { PanelFilters } from '../../parts/label/panel-filters.js';
import { SmallPicture } from '../../parts/label/small-picture.js';
import { previewFields } from '../../state/fields.js';
import { texts } from '../../texts/index.js';
import { LintFilter } from './lint-filter.js';
import { change, choose, chosen, layout, state } from './model.js';
import { counted } from './words.js';

export function Filters(): JSX.Element | null {
  const words = texts.value.wall;
  const { by, panels } = state.value;
  if (by !== 'panels') return null;
  return (
    <div class="filters">
      <PanelFilters now={state.value} put={change} />
      <p class="by-one">
        <LinkButton
          text={panels.length > 0 ? words.chosenPanels(panels.length) : words.choosePanels}
          press={choosePanels}
        />
        {panels.length > 0 && <LinkButton text={words.allPanels} press={() => choose({ panels: [] })} />}
      </p>
      <LintFilter />
      <Warned />
    </div>
  );
}

/** Chooses single panels. The wall changes while the dialog is open. */
function choosePanels(): void {
  choosePanel({
    many: true,
    chosen: () => state.value.panels,
    choose: (id) => {
      const { panels } = state.peek();
      change({ panels: panels.includes(id) ? panels.filter((each) => each !== id) : [...panels, id] });
    },
    picture: (panel, room) => (
      <SmallPicture
        fields={previewFields(state.value.content, layout.value ?? catalogue.value!.layouts[0]!, panel.id)}
        panel={panel}
        room={room}
      />
    ),
  });
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
