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

export function Filters() {
  const words = texts.value.wall;
  const { by, panels } = state.value;
  return (
    <>
      {by === 'panels' && (
        <>
          <PanelFilters now={state.value} put={change} />
          <LinkButton
            text={panels.length > 0 ? words.chosenPanels({ count: panels.length }) : words.choosePanels}
            press={choosePanels}
          />
          {panels.length > 0 && <LinkButton text={words.allPanels} press={() => choose({ panels: [] })} />}
        </>
      )}
      <LintFilter />
      <Warned />
    </>
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
function Warned() {
  const words = texts.value.wall;
  const { warned } = state.value;
  const summary = counted(chosen.value, words);
  if (summary === '' && !warned) return null;
  return (
    <LinkButton
      look="warned-count"
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
  );
}
