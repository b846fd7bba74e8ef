import { useEffect } from 'preact/hooks';
import { Button, Said, Segments, useMedia } from '../../parts/controls/index.js';
import { currencySign } from '../../state/currency.js';
import { currencyFor } from '../../state/fields.js';
import { nameOf } from '../../state/panels.js';
import { writeState } from '../../state/preview-state.js';
import { ways } from '../../state/wall/wall-state.js';
import { localeName, texts } from '../../texts/index.js';
import { file } from './file.js';
import { choose, chosen, complete, done, layout, panel, shown, state, stopped } from './model.js';
import { downloadAll, printWall, showAllForPrint } from './output.js';
import { counted } from './words.js';

export function Bar() {
  const words = texts.value.wall;
  const { by, content } = state.value;
  const isNarrow = useMedia('(width < 768px)');
  useEffect(showAllForPrint, []);
  return (
    <div class="wall-bar flow">
      <Segments
        legend={words.by}
        options={ways.map((value) => ({ value, text: words.ways[value][isNarrow ? 1 : 0] }))}
        value={by}
        choose={(value) => choose({ by: value, warned: false })}
      />
      <p class="of small">
        <Content />{' '}
        <a href={`/${writeState(content)}`} aria-label={words.changeNote}>
          {words.change}
        </a>
      </p>
      <Actions isNarrow={isNarrow} />
    </div>
  );
}

function Content() {
  const words = texts.value.wall;
  const { by, content } = state.value;
  const { name, price, unit, locale } = content;
  const { name: fileName, read } = by === 'rows' && file.value ? file.value : {};
  const said = [
    by !== 'rows' && words.per({ price: `${currencySign(currencyFor(content), locale)} ${price}`, unit }),
    by !== 'panels' && panel.value && nameOf(panel.value),
    by !== 'layouts' && layout.value?.title,
    by !== 'languages' && by !== 'rows' && localeName(locale),
  ];
  return (
    <>
      {read && (
        <b>{words.rowsOf({ file: [fileName, read.sheet].filter(Boolean).join(', '), count: read.rows.length })}</b>
      )}
      {by !== 'rows' && <b>{name}</b>} <span class="soft">{said.filter(Boolean).join(', ')}</span>
    </>
  );
}

function Actions({ isNarrow }: { readonly isNarrow: boolean }) {
  const words = texts.value.wall;
  const drawn = shown.value.filter(({ outcome }) => outcome.value?.kind === 'drawn').length;
  const [ready, all] = [complete.value || stopped.value, chosen.value.length];
  if (all === 0) return null;
  const waiting = !ready || drawn === 0;
  return (
    <div class="actions line dock">
      <Button
        icon="print"
        look="bare print"
        off={waiting}
        text={isNarrow ? words.printShort : words.print}
        press={printWall}
      />
      <Button
        icon="down_to"
        look="main"
        off={waiting}
        text={ready ? words.download({ count: drawn }) : words.drawing({ done: done.value, all })}
        press={() => downloadAll(shown.peek())}
      />
      <Said text={ready && `${words.drawn({ count: drawn })} ${counted(chosen.value)}`} />
    </div>
  );
}
