import { useState } from 'preact/hooks';
import type { LabelView } from '../../../../http/answers.js';
import { labelPath, updatePath } from '../../../api/labels.js';
import { CopyText, Segments } from '../../../parts/controls/index.js';
import { bindingOfLabel } from '../../../state/binding.js';
import { type ApiCall, writeCalls } from '../../../state/calls.js';
import { updateOf } from '../../../state/fields.js';
import { firstState } from '../../../state/preview-state.js';
import type { ShelfLabel } from '../../../state/shelf/label.js';
import { texts } from '../../../texts/index.js';
import { callLanguage, CallLanguages } from '../../call-languages.js';

const kinds = ['update', 'bind', 'delete'] as const;
type CallKind = (typeof kinds)[number];

export function Calls({ label, whole }: { readonly label: ShelfLabel; readonly whole: LabelView | null }) {
  const words = texts.value.shelf;
  const [kind, setKind] = useState<CallKind>('update');
  const offered = label.id === 'default' ? kinds.slice(0, 2) : kinds;
  const text = writeCalls(callLanguage.value, [callOf(kind, label, whole)]);
  return (
    <div class="calls stack">
      <Segments
        legend={words.callKinds}
        options={offered.map((value) => ({ value, text: words.kinds[value] }))}
        value={kind}
        choose={setKind}
      />
      <CallLanguages />
      <pre tabIndex={0} aria-label={words.calls}>
        <code>{text}</code>
      </pre>
      <CopyText text={() => text} />
    </div>
  );
}

function callOf(
  kind: CallKind,
  { id, name, price, unit, device, layout }: ShelfLabel,
  whole: LabelView | null,
): ApiCall {
  const url = (path: string): string => location.origin + path;
  if (kind === 'delete') return { method: 'DELETE', url: url(labelPath(id)) };
  if (kind === 'update') {
    const example = updateOf(firstState);
    const body = name === null || price === null || unit === null ? example : { product_name: name, price, unit };
    return { method: 'POST', url: url(updatePath(id)), body };
  }
  const body = whole ? bindingOfLabel(whole) : { device, layout };
  return { method: 'PUT', url: url(labelPath(id)), body };
}
