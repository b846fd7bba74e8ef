import { Answer, LinkButton } from '../../../parts/controls/index.js';
import { outwards, type Path, pathOf, valueAt } from '../../../state/layout/json.js';
import { typeOf } from '../../../state/layout/nodes.js';
import type { JsonProblem } from '../../../state/layout/parse.js';
import { texts } from '../../../texts/index.js';
import { document, entry } from '../model/document.js';
import { mendWords, takeMend } from '../model/actions.js';
import { clippedBoxes, drawn, mend, problem, wrongs } from '../model/drawing.js';
import { change, select, state } from '../model/state.js';
import { errorWords } from '../../words.js';
import { nameOf } from '../names.js';

/** What can't be drawn, and where: nodes that are left blank, or errors of the document, while the last picture stays. */
export function Problems() {
  return (
    <div class="problems">
      <Problem />
    </div>
  );
}

function Problem() {
  const words = texts.value.editor;
  const syntax = entry.value.problem;
  if (syntax) return <Broken problem={syntax} />;
  const error = problem.value;
  if (!error) return <Gaps />;
  if (error.isTransient)
    return (
      <Answer kind="warning" title={errorWords(error)}>
        {texts.value.preview.askedAgain} {drawn.value && words.lastGood}
      </Answer>
    );
  return (
    <Answer kind="refused" title={wrongs.value.length > 0 ? words.wrongTitle : words.notDrawn}>
      {drawn.value && words.lastGood}
      <ul>
        {wrongs.value.slice(0, 4).map(({ pointer, message }) => (
          <li key={`${pointer} ${message}`}>
            <span lang="en">{message}</span> <Go pointer={pointer} />
          </li>
        ))}
      </ul>
      {wrongs.value.length === 0 && <p>{errorWords(error)}</p>}
    </Answer>
  );
}

/** The nodes that are left blank, and a change that makes room for the first. */
function Gaps() {
  const words = texts.value.editor;
  const { gaps = [], of = {} } = drawn.value ?? {};
  const clipped = clippedBoxes.value;
  const name = (path: Path): string => nameOf(valueAt(of, path));
  const made = mend.value;
  if (gaps.length === 0 && clipped.length === 0) return null;
  return (
    <Answer
      kind={gaps.length > 0 ? 'refused' : 'warning'}
      title={gaps.length > 0 ? words.gapsTitle : words.clippedTitle}
    >
      <ul>
        {gaps.map(({ pointer, path, room }) => (
          <li key={pointer}>
            {room ? words.gap({ name: name(path), ...room }) : words.gapWithoutRoom({ name: name(path) })}{' '}
            <LinkButton text={words.goTo({ name: name(path) })} press={() => select(path)} />
          </li>
        ))}
        {clipped.map(({ pointer }) => (
          <li key={pointer}>
            {words.clipped({ name: name(pathOf(pointer, of)) })} <Go pointer={pointer} />
          </li>
        ))}
      </ul>
      {made && <LinkButton text={mendWords(made, name(made.path))} press={() => takeMend(made)} />}
    </Answer>
  );
}

function Broken({ problem: { kind, at } }: { readonly problem: JsonProblem }) {
  const words = texts.value.editor;
  const { text } = entry.value;
  const lines = text.slice(0, at).split('\n');
  return (
    <Answer kind="refused" title={words.brokenTitle({ line: lines.length, column: lines.at(-1)!.length + 1 })}>
      {words.syntax[kind]} {words.lastGood}{' '}
      {state.value.show === 'panels' && <LinkButton text={words.toJson} press={() => change({ show: 'json' })} />}
    </Answer>
  );
}

function Go({ pointer }: { readonly pointer: string }) {
  const path = nodeAround(pathOf(pointer, document.value));
  if (!path) return null;
  const name = nameOf(valueAt(document.value, path));
  return <LinkButton text={texts.value.editor.goTo({ name })} press={() => select(path)} />;
}

function nodeAround(path: Path): Path | null {
  if (path[0] === 'data') return null;
  return outwards(path).find((each) => typeOf(valueAt(document.value, each)) !== '') ?? null;
}
