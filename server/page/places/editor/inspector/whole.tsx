import { IconButton, LinkButton, Segments, TextField } from '../../../parts/controls/index.js';
import { type Json, withValue } from '../../../state/layout/json.js';
import { texts } from '../../../texts/index.js';
import { document, editDocument, settle } from '../model/document.js';
import { Group } from './control.js';
import { Data } from './data.js';
import { concessions, concessionsOf } from './notes.js';
import { Variants } from './variants.js';

function set(key: string, value: Json | undefined, kind = ''): boolean {
  return editDocument(withValue(document.peek(), [key], value), kind);
}

export function WholeLayout() {
  const words = texts.value.editor;
  const { fit } = document.value;
  const text = (name: 'title' | 'description') => ({
    label: words[name],
    name,
    value: typeof document.value[name] === 'string' ? document.value[name] : '',
    put: (typed: string) => set(name, typed, `type ${name}`),
    done: settle,
  });
  return (
    <section class="inspector" aria-label={words.properties} key="layout">
      <div class="head line">
        <h2>{texts.value.preview.fieldNames.layout}</h2>
      </div>
      <TextField {...text('title')} maxLength={80} />
      <TextField {...text('description')} rows={2} maxLength={500} />
      <Segments
        legend={words.fit}
        named
        options={(['each', 'same'] as const).map((value) => ({ value, text: words.fits[value] }))}
        value={fit === 'same' ? 'same' : 'each'}
        choose={(value) => set('fit', value === 'each' ? undefined : value)}
      />
      <Data />
      <Order />
      <Variants />
    </section>
  );
}

function Order() {
  const words = texts.value.editor;
  const now = concessionsOf(document.value.concessions);
  const rest = concessions.filter((each) => !now.includes(each));
  const put = (next: readonly string[]): boolean =>
    set('concessions', next.join() === concessions.join() ? undefined : [...next]);
  return (
    <Group title={words.order}>
      <ol class="rows">
        {now.map((each, i) => {
          const name = words.concessions[each];
          return (
            <li key={each}>
              <span>{name}</span>
              <IconButton
                icon="up"
                label={words.earlier({ name })}
                off={i === 0}
                press={() => put(now.toSpliced(i - 1, 2, each, now[i - 1]!))}
              />
              <IconButton icon="trash" label={words.removeNamed({ name })} press={() => put(now.toSpliced(i, 1))} />
            </li>
          );
        })}
      </ol>
      {rest.map((each) => (
        <LinkButton
          key={each}
          text={words.alsoConcede({ name: words.concessions[each] })}
          press={() => put([...now, each])}
        />
      ))}
    </Group>
  );
}
