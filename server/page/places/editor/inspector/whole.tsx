import type { JSX } from 'preact';
import { Field } from '../../../parts/controls/field.js';
import { Icon } from '../../../parts/controls/icon.js';
import { LinkButton } from '../../../parts/controls/link-button.js';
import { withValue } from '../../../state/layout/edit.js';
import type { Json } from '../../../state/layout/json.js';
import { Segments } from '../../../parts/controls/segments.js';
import { texts } from '../../../texts/index.js';
import { document, editDocument, settle } from '../model/document.js';
import { Data } from './data.js';
import { concessions, concessionsOf } from './long.js';
import { Variants } from './variants.js';

function set(key: string, value: Json | undefined, kind = ''): void {
  editDocument(withValue(document.peek(), [key], value), kind);
}

/** The layout itself: its name, the data that it asks for, what gives way first, and its variants. */
export function WholeLayout(): JSX.Element {
  const words = texts.value.editor;
  const { title, description, fit } = document.value;
  return (
    <section class="inspector" aria-label={words.properties} key="layout">
      <div class="head">
        <h2>{words.wholeLayout}</h2>
      </div>
      <Field label={words.title} name="title">
        {(control) => (
          <input
            {...control}
            value={typeof title === 'string' ? title : ''}
            maxLength={80}
            onInput={({ currentTarget }) => {
              set('title', currentTarget.value, 'type title');
            }}
            onBlur={settle}
          />
        )}
      </Field>
      <Field label={words.description} name="description">
        {(control) => (
          <textarea
            {...control}
            rows={2}
            value={typeof description === 'string' ? description : ''}
            maxLength={500}
            onInput={({ currentTarget }) => {
              set('description', currentTarget.value, 'type description');
            }}
            onBlur={settle}
          />
        )}
      </Field>
      <Segments
        legend={words.fit}
        named
        options={[
          { value: 'each', text: words.fits.each },
          { value: 'same', text: words.fits.same },
        ]}
        value={fit === 'same' ? 'same' : 'each'}
        choose={(value) => {
          set('fit', value === 'each' ? undefined : value);
        }}
      />
      <Data />
      <Order />
      <Variants />
    </section>
  );
}

/** What gives way first, as a list that is put in another order. */
function Order(): JSX.Element {
  const words = texts.value.editor;
  const now = concessionsOf(document.value.concessions);
  const rest = concessions.filter((each) => !now.includes(each));
  const put = (next: readonly string[]): void => {
    set('concessions', next.join() === concessions.join() ? undefined : [...next]);
  };
  return (
    <div class="group" role="group" aria-label={words.order}>
      <h3>{words.order}</h3>
      <ol class="rows">
        {now.map((each, i) => (
          <li key={each}>
            <span>{words.concessions[each]}</span>
            <button
              type="button"
              class="button bare"
              aria-label={words.earlier(words.concessions[each])}
              aria-disabled={i === 0 || undefined}
              onClick={() => {
                if (i > 0) put(now.toSpliced(i - 1, 2, each, now[i - 1]!));
              }}
            >
              <Icon name="up" />
            </button>
            <button
              type="button"
              class="button bare"
              aria-label={words.removeNamed(words.concessions[each])}
              onClick={() => {
                put(now.toSpliced(i, 1));
              }}
            >
              <Icon name="trash" />
            </button>
          </li>
        ))}
      </ol>
      {rest.map((each) => (
        <LinkButton
          key={each}
          text={words.alsoConcede(words.concessions[each])}
          press={() => {
            put([...now, each]);
          }}
        />
      ))}
    </div>
  );
}
