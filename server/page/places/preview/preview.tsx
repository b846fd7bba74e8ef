import { labelPath } from '../../api/labels.js';
import { together } from '../../browser/ends.js';
import { Answer, LinkButton, Segments } from '../../parts/controls/index.js';
import { usePlace } from '../../parts/header-slots.js';
import { ShareLinks } from '../../parts/label/share-links.js';
import { firstState } from '../../state/preview-state.js';
import { texts } from '../../texts/index.js';
import { FindingList, SetChoice } from '../lint.js';
import { Missing } from '../missing.js';
import { Cards } from './cards.js';
import { CodeDrawer } from './code-drawer.js';
import { Form } from './form/form.js';
import { UpdateBar } from './form/update-bar.js';
import { absent, startLive } from './live.js';
import { change, chooseLocale, drawn, folded, missing, set, startModel, state, welcome } from './model.js';
import { LayoutDialog, Pickers } from './picking/pickers.js';
import { choices } from './picking/pictures.js';
import { Stage } from './stage.js';
import { startTraces, TraceDialog } from './trace.js';

export function PreviewPlace() {
  usePlace(ShareActions, () => together(startModel(), startLive(), startTraces()));
  return (
    <div class="preview" data-folded={folded.value || undefined} data-welcome={welcome.value || undefined}>
      <Stage />
      {welcome.value ? (
        <Cards />
      ) : (
        <>
          <Pickers />
          <CodeDrawer />
        </>
      )}
      <LayoutDialog />
      <TraceDialog />
      <div class="side">
        <MissingNotes />
        {!welcome.value && <Tabs />}
        {state.value.check && !welcome.value ? <CheckTab /> : <Form />}
        <UpdateBar />
      </div>
    </div>
  );
}

/** Reports what a link names and this server does not have. */
function MissingNotes() {
  const words = texts.value.preview;
  const ways = {
    device: [words.choosePanel, choices.device],
    layout: [words.chooseLayout, choices.layout],
    locale: [words.chooseUsual({ id: firstState.locale }), () => chooseLocale(firstState.locale)],
    currency: [words.chooseUsual({ id: 'EUR' }), () => change({ currency: 'EUR' })],
  } as const;
  return (
    <div class="missing stack">
      <Missing
        missing={missing.value}
        content={state.value}
        way={(name) => <LinkButton text={ways[name][0]} press={ways[name][1]} />}
      />
      {absent.value && (
        <Answer kind="warning" title={words.missing.label} text={words.labelMissing({ id: state.value.label })} />
      )}
    </div>
  );
}

function Tabs() {
  const words = texts.value.lint;
  const { check, lint } = state.value;
  const count = check || lint.length > 0 ? findings().length : 0;
  return (
    <div class="tabs">
      <Segments
        legend={words.tabsLegend}
        options={[
          { value: 'fields', text: words.tabs.fields },
          { value: 'check', text: words.checkOf({ count }) },
        ]}
        value={check ? 'check' : 'fields'}
        choose={(value) => change({ check: value === 'check' })}
      />
    </div>
  );
}

function CheckTab() {
  const words = texts.value.lint;
  const { lint, locale } = state.value;
  return (
    <section class="check" aria-label={words.tabs.check} aria-live="polite">
      <SetChoice sets={lint} locale={locale} put={set('lint')} />
      <FindingList findings={findings()} />
      <p class="small soft">{words.advice}</p>
    </section>
  );
}

function findings() {
  return drawn.value?.answer.findings ?? [];
}

function ShareActions() {
  const picture = {
    uri: () => drawn.peek()?.answer.image.data_uri,
    name: () => `${state.peek().layout}-${state.peek().device}`,
  };
  // An id that is escaped for an address needs no escaping for HTML.
  const line = (): string => `<img src="${location.origin}${labelPath(state.peek().label)}/image.png" alt="">`;
  return <ShareLinks picture={picture} embed={{ line, note: texts.value.preview.embedNote }} />;
}
