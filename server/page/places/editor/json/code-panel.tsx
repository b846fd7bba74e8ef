import { effect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { together } from '../../../browser/ends.js';
import { Schedule } from '../../../browser/schedule.js';
import { outwards, pathOf, pointerOf, valueAt } from '../../../state/layout/json.js';
import { typeOf } from '../../../state/layout/nodes.js';
import { pathAround, rangeAt } from '../../../state/layout/parse.js';
import { boxName } from '../../../state/layout/selection.js';
import { texts } from '../../../texts/index.js';
import { redoStep, undoStep } from '../model/actions.js';
import { document, editText, entry, settle } from '../model/document.js';
import { wrongs } from '../model/drawing.js';
import { root, schema, select, selected, selectedPointer } from '../model/state.js';
import type { CodeEditor } from './code.js';

/** After this pause, typing starts a new step to undo. */
const pauseMs = 900;

/** The JSON beside the picture. Cursor and selection follow each other. */
export function CodePanel() {
  const words = texts.value.editor;
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  useEffect(() => {
    let code: CodeEditor | undefined;
    const pausing = new Schedule(settle);
    let end = (): void => undefined;
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
            pausing.restart(pauseMs);
          },
          cursor: selectAt,
          undo: undoStep,
          redo: redoStep,
          leave: () => window.document.querySelector<HTMLElement>('.overlay')?.focus(),
        });
        end = follow(code);
        setState('ready');
      })
      .catch(() => {
        setState('failed');
      });
    return () => {
      pausing.cancel();
      settle();
      end();
      code?.destroy();
    };
  }, []);
  return (
    <div class="code-panel fill" role="group" aria-label={words.json}>
      <div ref={host} class="code" data-field="" />
      {state === 'loading' && <p class="soft small">{texts.value.loading}</p>}
      {state === 'failed' && <p role="alert">{texts.value.notLoaded}</p>}
    </div>
  );
}

/** Passes changes from elsewhere to the code editor. @returns ends that */
function follow(code: CodeEditor): () => void {
  return together(
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
          const paths = [...outwards(pathOf(pointer, document.value)), []];
          const [range] = paths.flatMap((path) => (parsed && rangeAt(parsed.node, path)) ?? []);
          const { from, to } = range ?? { from: 0, to: 1 };
          return { from, to: Math.min(to, from + 400), severity: 'error', message };
        }),
      );
    }),
  );
}

/** Selects the node around the cursor, if the shown panel is drawn from it. */
function selectAt(at: number): void {
  const { parsed } = entry.peek();
  if (!parsed) return;
  const found = outwards(pathAround(parsed.node, at)).find(
    (path) => typeOf(valueAt(document.peek(), path)) !== '' && boxName(path, root.peek()) !== null,
  );
  if (found && pointerOf(found) !== selectedPointer.peek()) select(found);
}
