import { catalogue } from '../../api/catalogue.js';
import { Icon, LinkButton, Toggle } from '../../parts/controls/index.js';
import { choosePanel } from '../../parts/label/panel-chooser.js';
import { PanelFilters } from '../../parts/label/panel-filters.js';
import { SmallPicture } from '../../parts/label/small-picture.js';
import { previewFields } from '../../state/fields.js';
import { countBy } from '../../state/panels.js';
import { texts } from '../../texts/index.js';
import { hasFinding, SetSelect } from '../lint.js';
import type { Item } from './items.js';
import { change, choose, chosen, complete, layout, state } from './model.js';
import { counted, findingsOf } from './words.js';

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
  const summary = counted(chosen.value);
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

/** Which rules check the labels, and how many labels break them; pressed, only those are shown. */
function LintFilter() {
  const { content, found } = state.value;
  /** The number of labels by rule. */
  const counts = countBy(chosen.value.flatMap(rulesOf), (code) => code);
  return (
    <>
      <SetSelect sets={content.lint} put={(lint) => change({ content: { ...content, lint }, found: '' })} />
      {content.lint.length > 0 && complete.value && (
        <>
          <Sum />
          {[...counts].map(([code, count]) => (
            <Toggle
              key={code}
              look="chip"
              pressed={found === code}
              text={[code, ' ', <span class="count soft">{count}</span>]}
              press={(pressed) => change({ found: pressed ? code : '' })}
            />
          ))}
        </>
      )}
    </>
  );
}

/** "7 of 113 panels are not lawful in Austria". */
function Sum() {
  const words = texts.value.lint;
  const { by, found, content } = state.value;
  const all = chosen.value;
  const { length: count } = all.filter((item) => hasFinding(findingsOf(item), 'error'));
  const places = content.lint.filter((set) => !['truth', 'readability', 'data', 'codes'].includes(set));
  const some = words.of[by]({ count, all: all.length });
  const place = places.map((set) => words.sets[set]).join(', ');
  return (
    <LinkButton
      pressed={found === 'error'}
      text={
        <>
          {count > 0 && <Icon name="warning" />}
          <span>{place === '' ? words.unreadable({ some, count }) : words.unlawful({ some, count, place })}</span>
        </>
      }
      press={() => change({ found: found === 'error' ? '' : 'error' })}
    />
  );
}

function rulesOf(item: Item): readonly string[] {
  return [...new Set(findingsOf(item).map(({ code }) => code))];
}
