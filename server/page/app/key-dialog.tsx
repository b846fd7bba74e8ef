import { giveKey, keyWanted } from '../api/key.js';
import { FormDialog, Said } from '../parts/controls/index.js';
import { texts } from '../texts/index.js';

export function KeyDialog() {
  const words = texts.value.key;
  if (!keyWanted.value) return null;
  const { refusal } = keyWanted.value;
  const close = (): void => {
    giveKey(null);
  };
  const submit = (form: HTMLFormElement): void => {
    const data = new FormData(form);
    giveKey((data.get('key') as string).trim(), data.has('keep'));
  };
  return (
    <FormDialog title={words.title} close={close} button={words.use} submit={submit}>
      <p class="soft small">{words.note}</p>
      <label class="field">
        <span>{words.label}</span>
        <input name="key" type="password" autocomplete="off" required autofocus />
      </label>
      {refusal !== null && <Said look="said wrong" alert text={words.refused({ detail: refusal })} />}
      <label class="check line">
        <input name="keep" type="checkbox" /> {words.keep}
      </label>
    </FormDialog>
  );
}
