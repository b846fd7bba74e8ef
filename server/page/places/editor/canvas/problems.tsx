import type { JSX } from 'preact';
import { Answer } from '../../../parts/controls/answer.js';
import { LinkButton } from '../../../parts/controls/buttons.js';
import { isObject, type Path, pathOf, valueAt } from '../../../state/layout/json.js';
import type { JsonProblem } from '../../../state/layout/parse.js';
import { texts } from '../../../texts/index.js';
import { document, entry } from '../model/document.js';
import { problem, wrongs } from '../model/drawing.js';
import { change, select, state } from '../model/state.js';
import { nameOf } from '../names.js';

/** What is wrong with the document, and where, while the last good picture stays. */
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
  const path = nodeRound(pathOf(pointer, document.value));
  const node = path && valueAt(document.value, path);
  if (!path || !isObject(node)) return null;
  return <LinkButton text={texts.value.editor.goTo(nameOf(node, texts.value))} press={() => select(path)} />;
}

function nodeRound(path: Path): Path | null {
  for (let end = path.length; end > 0; end--) {
    const node = valueAt(document.value, path.slice(0, end));
    if (isObject(node) && typeof node.type === 'string' && path[0] !== 'data') return path.slice(0, end);
  }
  return null;
}
