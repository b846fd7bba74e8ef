import { useLayoutEffect, useRef } from 'preact/hooks';
import { readLabel } from '../../../api/labels.js';
import { ConnectionNote, isConnected, Said, Segments } from '../../../parts/controls/index.js';
import { useRead } from '../../../parts/use-read.js';
import { tools } from '../../../state/shelf/address.js';
import { texts } from '../../../texts/index.js';
import { followLabel, ready } from '../live/labels.js';
import { set, state } from '../model.js';
import { Calls } from './calls.js';
import { Head } from './head.js';
import { History } from './history.js';
import { Requests } from './requests.js';

/** The page of a label or, without one, the requests of this client. */
export function LabelPage({ id }: { readonly id: string | null }) {
  const words = texts.value.shelf;
  const { tool } = state.value;
  const label = id === null ? undefined : followLabel(id)?.value;
  const { revision = 0, layout = '', device = '' } = label ?? {};
  // Read again after each new revision or binding.
  const read = useRead(id === null ? null : `${id} ${revision} ${layout} ${device}`, 100, () => readLabel(id!));
  const whole = read?.value.label ?? null;
  const page = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // On a narrow screen it replaces the shelf.
    if (id !== null && document.activeElement === document.body) page.current!.focus();
  }, [id]);
  return (
    <aside ref={page} class="page" tabIndex={-1} aria-label={id ?? words.requests}>
      {id !== null && !isConnected.value && (
        <div class="part narrow">
          <ConnectionNote lost={words.lost} />
        </div>
      )}
      {id !== null && <Head id={id} label={label ?? null} whole={whole} />}
      {id !== null && !label && ready.value && <Said look="part" alert text={words.unknown({ id })} />}
      {label && <History label={label} />}
      {(id === null || label !== undefined || ready.value) && (
        <section class="part">
          <div class="title-row flow">
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
