import { useRef } from 'preact/hooks';
import type { DeviceView } from '../../../../http/answers.js';
import { Icon } from '../../../parts/controls/index.js';
import { useSize } from '../../../parts/label/use-size.js';
import { type ContentKind, stripContents } from '../../../state/layout/contents.js';
import { nameOf } from '../../../state/panels.js';
import { localeName, texts } from '../../../texts/index.js';
import { change, choose, device, state } from '../model/state.js';
import { refusalWords, warningWords } from '../../words.js';
import { broken, brokenIn, cellOf, flagOf, isDrawn, panelsIn } from './cells.js';

/** The largest small picture in CSS pixels. */
const most = { width: 78, height: 54 };

/** CSS pixels of a column, and of the one with row names. */
const [column, namesColumn] = [92, 116];

export function Strip() {
  const words = texts.value.editor;
  const room = useRef<HTMLDivElement>(null);
  const { width } = useSize(room);
  const usual = panelsIn('usual');
  const panels = width < namesColumn + usual.length * column ? panelsIn('worst') : usual;
  return (
    <div ref={room} class="strip fill" role="group" aria-label={words.small}>
      <table>
        <caption class="unseen">{words.onOthers}</caption>
        <thead>
          <tr>
            <td />
            {panels.map((panel) => (
              <th key={panel.id} scope="col" data-chosen={panel.id === device.value?.id || undefined}>
                {nameOf(panel)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {stripContents.map((row) => (
            <tr key={row}>
              <th scope="row">
                {row === 'foreign' ? localeName(state.value.locale.slice(0, 2)) : words.contents[row]}
                <span class="small soft">{isDrawn([row]) && words.cut({ count: brokenIn(row) })}</span>
              </th>
              {panels.map((panel) => (
                <td key={panel.id}>
                  <Small panel={panel} row={row} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function BrokenNote() {
  const words = texts.value.editor;
  const { broken: count, of, onlyTexts } = broken.value;
  return (
    <p class="small soft broken line" data-some={count > 0 || undefined} role="status">
      {isDrawn(stripContents) && (
        <>
          {count > 0 && <Icon name="warning" />}{' '}
          {onlyTexts ? words.brokenOf({ count, of }) : words.breakOf({ count, of })}
        </>
      )}
    </p>
  );
}

function Small({ panel, row }: { readonly panel: DeviceView; readonly row: ContentKind }) {
  const words = texts.value.editor;
  const cell = cellOf(panel.id, row);
  const flag = flagOf(cell);
  const scale = Math.min(most.width / panel.width, most.height / panel.height);
  const said = flag ? `, ${words.flags[flag]}` : '';
  const messages = cell?.error
    ? refusalWords(cell.error, state.value.locale).join('\n')
    : (cell?.answer?.warnings.map(warningWords).join('\n') ?? '');
  return (
    <button
      type="button"
      class="small-label"
      aria-label={`${nameOf(panel)}, ${words.contents[row]}${said}`}
      title={messages}
      onClick={() => {
        choose({ device: panel.id });
        change({ content: row });
      }}
    >
      <span class="small-picture" style={{ width: `${panel.width * scale}px`, height: `${panel.height * scale}px` }}>
        {cell?.answer && <img src={cell.answer.image.data_uri} alt="" />}
      </span>
      {(flag === 'refused' || flag === 'cut') && (
        <span class="flag" data-flag={flag}>
          <Icon name={flag === 'cut' ? 'warning' : 'refused'} />
        </span>
      )}
    </button>
  );
}
