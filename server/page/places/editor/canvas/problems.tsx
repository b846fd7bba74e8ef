import type { JSX } from 'preact';
import { Answer, LinkButton } from '../../../parts/controls/index.js';
import { isObject, outwards, type Path, pathOf, valueAt } from '../../../state/layout/json.js';
import { typeOf } from '../../../state/layout/nodes.js';
import type { JsonProblem } from '../../../state/layout/parse.js';
import { texts } from '../../../texts/index.js';
import { document, entry } from '../model/document.js';
import { problem, wrongs } from '../model/drawing.js';
import { change, select, state } from '../model/state.js';
import { nameOf } from '../names.js';

/** The errors of the document and their places, while the last good picture stays. */
export function Problems(): JSX.Element {
  const words = texts.value.editor;
  const syntax = entry.value.problem;
  if (syntax) return <Broken problem={syntax} />;
  const error = problem.value;
  if (!error) return <div class="problems" />;
  return (
    <div class="problems">
      <Answer kind="refused" title={wrongs.value.length > 0 ? words.wrongTitle : words.notDrawn}>
        {words.lastGood}
        <ul>
          {wrongs.value.slice(0, 4).map(({ pointer, message }) => (
            <li key={`${pointer} ${message}`}>
              {message} <Go pointer={pointer} />
            </li>
          ))}
        </ul>
        {wrongs.value.length === 0 && <p>{error.message}</p>}
      </Answer>
    </div>
  );
}

function Broken({ problem: { kind, at } }: { readonly problem: JsonProblem }): JSX.Element {
  const words = texts.value.editor;
  const { text } = entry.value;
  const lines = text.slice(0, at).split('\n');
  return (
    <div class="problems">
      <Answer kind="refused" title={words.brokenTitle(lines.length, lines.at(-1)!.length + 1)}>
        {words.syntax[kind]} {words.lastGood}{' '}
        {state.value.show === 'panels' && <LinkButton text={words.toJson} press={() => change({ show: 'json' })} />}
      </Answer>
    </div>
  );
}

function Go({ pointer }: { readonly pointer: string }): JSX.Element | null {
  const path = nodeAround(pathOf(pointer, document.value));
  const node = path && valueAt(document.value, path);
  if (!path || !isObject(node)) return null;
  return <LinkButton text={texts.value.editor.goTo(nameOf(node, texts.value))} press={() => select(path)} />;
}

function nodeAround(path: Path): Path | null {
  if (path[0] === 'data') return null;
  return outwards(path).find((each) => typeOf(valueAt(document.value, each)) !== '') ?? null;
}
