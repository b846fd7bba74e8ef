import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button, Segments } from '../../parts/controls/index.js';
import { currencySign } from '../../state/currency.js';
import { currencyFor } from '../../state/fields.js';
import { nameOf } from '../../state/panels.js';
import { writeState } from '../../state/preview-state.js';
import { ways } from '../../state/wall/wall-state.js';
import { localeName, texts } from '../../texts/index.js';
import { file } from './file.js';
import { choose, chosen, complete, done, layout, narrow, panel, shown, state } from './model.js';
import { downloadAll, printWall, showAllForPrint } from './output.js';
import { counted } from './words.js';

export function Bar(): JSX.Element {
  const words = texts.value.wall;
  const { by, content } = state.value;
  useEffect(showAllForPrint, []);
  return (
    <div class="wall-bar">
      <Segments
        legend={words.by}
        options={ways.map((value) => ({ value, text: words.ways[value]![narrow.value ? 1 : 0] }))}
        value={by}
        choose={(value) => choose({ by: value, warned: false })}
      />
      <p class="of">
        <Content />{' '}
        <a href={`/${writeState(content)}`} aria-label={words.changeNote}>
          {words.change}
        </a>
      </p>
      <Actions />
    </div>
  );
}

function Content(): JSX.Element {
  const words = texts.value.wall;
  const { by, content } = state.value;
  const { name, price, unit, locale } = content;
  const sign = currencySign(currencyFor(content), locale);
  const shared = {
    device: by === 'panels' ? undefined : panel.value && nameOf(panel.value),
    layout: by === 'layouts' ? undefined : layout.value?.title,
    locale: by === 'languages' || by === 'rows' ? undefined : localeName(locale),
  };
  const rest = Object.values(shared).filter((each) => each !== undefined);
  if (by === 'rows')
    return (
      <>
        {file.value && (
          <b>
            {words.rowsOf(
              [file.value.name, file.value.read.sheet].filter(Boolean).join(', '),
              file.value.read.rows.length,
            )}
          </b>
        )}{' '}
        <span class="soft">{rest.join(', ')}</span>
      </>
    );
  return (
    <>
      <b>{name}</b> <span class="soft">{[words.per(`${sign} ${price}`, unit), ...rest].join(', ')}</span>
    </>
  );
}

function Actions(): JSX.Element {
  const words = texts.value.wall;
  const drawn = shown.value.filter(({ outcome }) => outcome.value?.kind === 'drawn').length;
  const [ready, all] = [complete.value, chosen.value.length];
  if (all === 0) return <div class="actions" />;
  const waiting = !ready || drawn === 0;
  return (
    <div class="actions">
      <Button icon="print" look="bare print" off={waiting} press={printWall}>
        {narrow.value ? words.printShort : words.print}
      </Button>
      <Button icon="down_to" look="main" off={waiting} press={() => downloadAll(shown.peek())}>
        {ready ? words.download(drawn) : words.drawing(done.value, all)}
      </Button>
      <p class="unseen" role="status">
        {ready && `${words.drawn(drawn)} ${counted(chosen.value, words)}`}
      </p>
    </div>
  );
}
