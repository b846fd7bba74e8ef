import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isObject, type Path, pathOf, pointerOf, valueAt } from '../../../state/layout/json.js';
import { typeOf } from '../../../state/layout/nodes.js';
import { pathAround, rangeAt } from '../../../state/layout/parse.js';
import { boxName } from '../../../state/layout/selection.js';
import { texts } from '../../../texts/index.js';
import { redoStep, undoStep } from '../model/actions.js';
import { document, editText, entry, settle } from '../model/document.js';
import { wrongs } from '../model/drawing.js';
import { schema } from '../model/schema.js';
import { root, select, selected, selectedPointer } from '../model/state.js';
import type { Code } from './code.js';

/** Milliseconds without a key after which what is typed is a step of its own to undo. */
const pause = 900;

/** The JSON of the layout beside its picture: the cursor follows the box, and the box the cursor. */
export function CodePanel(): JSX.Element {
  const words = texts.value.editor;
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  useEffect(() => {
    let code: Code | undefined;
    let timer = 0;
    const ends: (() => void)[] = [];
    void import('./code.js')
      .then(({ createCode }) => {
        if (!host.current) return;
        code = createCode({
          parent: host.current,
          text: entry.peek().text,
          label: texts.peek().editor.json,
          schema: () => schema.peek(),
          typed(text) {
            editText(text);
            clearTimeout(timer);
            timer = setTimeout(settle, pause);
          },
          cursor: selectAt,
          undo: undoStep,
          redo: redoStep,
          leave: () => window.document.querySelector<HTMLElement>('.overlay')?.focus(),
        });
        ends.push(follow(code));
        setState('ready');
      })
      .catch(() => {
        setState('failed');
      });
    return () => {
      clearTimeout(timer);
      settle();
      for (const end of ends) end();
      code?.destroy();
    };
  }, []);
  return (
    <div class="code-panel" role="group" aria-label={words.json}>
      <div ref={host} class="code" data-field="" />
      {state === 'loading' && <p class="soft small">{texts.value.loading}</p>}
      {state === 'failed' && <p role="alert">{texts.value.notLoaded}</p>}
    </div>
  );
}

/** Tells the code what changes elsewhere. @returns ends that */
function follow(code: Code): () => void {
  const ends = [
    effect(() => {
      code.setText(entry.value.text);
    }),
    effect(() => {
      const { parsed } = entry.value;
      const path = selected.value;
      code.mark((parsed && path && rangeAt(parsed.node, path)) ?? null);
    }),
    effect(() => {
      const { parsed, problem, text } = entry.value;
      if (problem) {
        const at = Math.min(problem.at, text.length);
        const message = texts.value.editor.syntax[problem.kind];
        code.setProblems([{ from: at, to: Math.min(text.length, at + 1), severity: 'error', message }]);
        return;
      }
      code.setProblems(
        wrongs.value.map(({ pointer, message }) => {
          const range = parsed && nearest(pathOf(pointer, document.value), (path) => rangeAt(parsed.node, path));
          const { from, to } = range ?? { from: 0, to: 1 };
          return { from, to: Math.min(to, from + 400), severity: 'error', message };
        }),
      );
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** What stands at a path, or at the nearest one round it where something does. */
function nearest<T>(path: Path, at: (path: Path) => T | undefined): T | undefined {
  for (let end = path.length; end >= 0; end--) {
    const found = at(path.slice(0, end));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Selects the node round the cursor, if the shown panel is drawn from it. */
function selectAt(at: number): void {
  const { parsed } = entry.peek();
  if (!parsed) return;
  const path = pathAround(parsed.node, at);
  for (let end = path.length; end > 0; end--) {
    const round = path.slice(0, end);
    const node = valueAt(document.peek(), round);
    if (!isObject(node) || typeOf(node) === '' || boxName(round, root.peek()) === null) continue;
    if (pointerOf(round) !== selectedPointer.peek()) select(round);
    return;
  }
}
