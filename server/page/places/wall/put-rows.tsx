import { useSignal } from '@preact/signals';
import { Answer, Button, focusField, FormDialog, LinkButton, TextField } from '../../parts/controls/index.js';
import { placeAddress } from '../../parts/place-address.js';
import { isLabelId } from '../../state/shelf/ids.js';
import { texts } from '../../texts/index.js';
import { Progress, Refused } from '../bulk.js';
import { lineLink } from './causes.js';
import { file } from './file.js';
import type { Item } from './items.js';
import { shown } from './model.js';
import { putOnShelf, result, stop, type Target, targetOf } from './put.js';

/** The button that makes labels of the rows that are drawn, and what became of it. */
export function PutRows() {
  const words = texts.value.wall;
  const open = useSignal(false);
  const drawn = shown.value.filter(({ outcome }) => outcome.value?.kind === 'drawn');
  const isRunning = result.value?.kind === 'putting' || result.value?.kind === 'restoring';
  return (
    <>
      <div>
        <Button icon="shelf" off={drawn.length === 0 || isRunning} text={words.put} press={() => (open.value = true)} />
      </div>
      <Outcome />
      {open.value && <PutDialog items={drawn} close={() => (open.value = false)} />}
    </>
  );
}

function PutDialog({ items, close }: { readonly items: readonly Item[]; readonly close: () => unknown }) {
  const words = texts.value.wall;
  const prefix = useSignal(`${file.value!.name.replace(/\.\w+$/, '').replace(/[^\w-]+/g, '-')}-`);
  const tried = useSignal(false);
  const targets = items.map((item) => targetOf(item, prefix.value.trim()));
  const problem = problemOf(targets);
  const unnamed = targets.filter(({ item }) => item.label === '').map(({ id }) => id);
  const submit = (): void => {
    tried.value = true;
    if (problem !== null) {
      focusField('prefix');
      return;
    }
    void putOnShelf(targets);
    close();
  };
  return (
    <FormDialog title={words.put} close={close} button={words.putCount({ count: items.length })} submit={submit}>
      <p>{words.putNote}</p>
      {unnamed.length > 0 && (
        <TextField
          label={words.prefix}
          name="prefix"
          note={words.prefixNote({ ids: [...new Set([unnamed[0], unnamed.at(-1)])].join(' … ') })}
          notes={tried.value && problem !== null ? [{ words: problem }] : []}
          spellcheck={false}
          value={prefix.value}
          put={(typed) => (prefix.value = typed)}
        />
      )}
      {unnamed.length === 0 && problem !== null && <Answer kind="refused" title={problem} />}
    </FormDialog>
  );
}

/** Why these labels can't be on a shelf; null: they can. */
function problemOf(targets: readonly Target[]): string | null {
  const words = texts.value.wall;
  const ids = targets.map(({ id }) => id);
  const wrong = ids.find((id) => !isLabelId(id));
  if (wrong !== undefined) return words.wrongId({ id: wrong });
  const first = new Map<string, number>();
  for (const { id, item } of targets) {
    const line = first.get(id);
    if (line !== undefined) return words.idTwice({ id, line, other: item.line });
    first.set(id, item.line);
  }
  return null;
}

/** How far it is, or what the shelf took, and why not the rest. */
function Outcome() {
  const words = texts.value.wall;
  const now = result.value;
  if (!now) return null;
  const { kind, all, added, changed, refused, wait, undo } = now;
  const done = added + changed;
  if (kind === 'putting' || kind === 'restoring')
    return <Progress title={words[kind]({ done, all })} wait={wait} stop={stop} />;
  const denied = new Set([...refused.values()].flat());
  const left = all - done - denied.size;
  const title = kind === 'put' ? words.putDone({ added, changed }) : words.restored({ count: done });
  return (
    <Answer kind={done === all ? 'good' : 'refused'} title={title} close={() => (result.value = null)}>
      <Refused refused={refused} left={left} link={lineLink} />
      <p class="flow">
        <a href={placeAddress('/shelf')}>{texts.value.places.shelf}</a>
        {undo && <LinkButton text={texts.value.undo} press={undo} />}
      </p>
    </Answer>
  );
}
