import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { LabelView } from '../../../../http/answers.js';
import { readLabel } from '../../../api/labels.js';
import { apiErrorFrom } from '../../../api/request.js';
import { ConnectionNote, isConnected, Segments } from '../../../parts/controls/index.js';
import { tools } from '../../../state/shelf/address.js';
import { texts } from '../../../texts/index.js';
import { followLabel, ready } from '../live/labels.js';
import { openLabel, set, state } from '../model.js';
import { Calls } from './calls.js';
import { Head } from './head.js';
import { History } from './history.js';
import { Requests } from './requests.js';

/** The page of a label or, without one, the requests of this client. */
export function LabelPage({ id }: { readonly id: string | null }): JSX.Element {
  const words = texts.value.shelf;
  const { tool } = state.value;
  const label = id === null ? undefined : followLabel(id)?.value;
  const whole = useWhole(id, label?.revision ?? 0, label?.layout ?? '', label?.device ?? '');
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a narrow screen it replaces the shelf.
    if (id !== null && document.activeElement === document.body) page.current!.focus();
  }, [id]);
  return (
    <aside
      ref={page}
      class="page"
      tabIndex={-1}
      aria-label={id ?? words.requests}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && id !== null && !event.defaultPrevented) openLabel(null);
      }}
    >
      {id !== null && !isConnected.value && (
        <div class="part narrow">
          <ConnectionNote lost={words.lost} />
        </div>
      )}
      {id !== null && <Head id={id} label={label ?? null} whole={whole} />}
      {id !== null && !label && ready.value && (
        <p class="part" role="alert">
          {words.unknown(id)}
        </p>
      )}
      {label && <History label={label} />}
      {(id === null || label !== undefined || ready.value) && (
        <section class="part">
          <div class="title-row">
            <h2>{tool === 'code' && label ? words.calls : words.requests}</h2>
            {label && (
              <Segments
                legend={words.tools}
                options={tools.map((value) => ({ value, text: words.toolNames[value] }))}
                value={tool}
                choose={set('tool')}
              />
            )}
          </div>
          {tool === 'code' && label ? <Calls label={label} whole={whole} /> : <Requests id={label ? id : null} />}
        </section>
      )}
    </aside>
  );
}

/** The label from the API, read again after each new revision or binding; null until then. */
function useWhole(id: string | null, revision: number, layout: string, device: string): LabelView | null {
  const [whole, setWhole] = useState<LabelView | null>(null);
  useEffect(() => {
    if (id === null) return undefined;
    let ended = false;
    const timer = setTimeout(() => {
      readLabel(id)
        .then(({ label }) => {
          if (!ended) setWhole(label);
        })
        // It was deleted, or there is no connection: both are reported elsewhere.
        .catch(apiErrorFrom);
    }, 100);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [id, revision, layout, device]);
  return whole;
}
