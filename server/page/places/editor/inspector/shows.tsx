import { useSignal } from '@preact/signals';
import { type Option, Select } from '../../../parts/controls/index.js';
import { isObject, type Json } from '../../../state/layout/json.js';
import { dataOffers, type Offer, priceOffers, textOffers } from '../../../state/layout/offers.js';
import { texts } from '../../../texts/index.js';
import { nameOfData } from '../../../texts/server-words.js';
import { put, putTyped, show } from '../model/actions.js';
import { document } from '../model/document.js';
import { selectedNode } from '../model/state.js';
import { nameOfOffer } from '../names.js';
import { Beside, type ControlProps, TypedInput } from './control.js';
import { FieldDialog } from './field-dialog.js';

/** What a text or a price shows: a field, a new field, or for a text, words with fields in braces. */
export function ShowsControl({ name, id, label, of }: ControlProps & { readonly of: 'text' | 'price' }) {
  const words = texts.value.editor;
  const adding = useSignal(false);
  const now = selectedNode.value?.[name];
  const shown = typeof now === 'string' ? now : of === 'price' && now === undefined ? 'price' : '';
  const common = of === 'text' ? textOffers : priceOffers;
  const own = dataOffers(document.value, of).filter(({ shows }) => !common.some((offer) => offer.shows === shows));
  const offers = [...common, ...own];
  const known = offers.find(({ shows }) => shows === shown);
  const options: readonly Option[] = [
    ...common.map(({ shows, name: offer }) => [shows, nameOfOffer(offer)] as const),
    ...own.map(({ shows, name: field }) => [shows, nameOfData(field)] as const),
    ...(of === 'text' || !known ? [['own', of === 'text' ? words.ownWords : shown] as const] : []),
    ['new', words.newField],
  ];
  const choose = (value: string): void => {
    if (value === 'new') adding.value = true;
    else if (value === 'own') put(name, of === 'text' ? words.ownText : 'price');
    else
      show(
        name,
        offers.find(({ shows }) => shows === value)!,
      );
  };
  const added = (offer: Offer): void => {
    adding.value = false;
    show(name, offer);
  };
  return (
    <div class="below stack">
      <label class="small" for={id}>
        {label}
      </label>
      <Select id={id} options={options} value={known ? known.shows : 'own'} put={choose} />
      {of === 'text' && !known && <OwnText id={id} value={now} />}
      {adding.value && <FieldDialog type={of} close={() => (adding.value = false)} added={added} />}
    </div>
  );
}

function OwnText({ id, value }: { readonly id: string; readonly value: Json | undefined }) {
  const words = texts.value.editor;
  const byLanguage = isObject(value) ? value : null;
  const addLanguage = (chosen: string): void => {
    const en = byLanguage?.en ?? value ?? '';
    put('text', { ...(byLanguage ?? { en }), [chosen]: en });
  };
  return (
    <>
      {Object.entries(byLanguage ?? { '': value ?? '' }).map(([language, text], i) => (
        <Beside key={language} id={`${id}-${i}`} label={language === '' ? words.words : language}>
          <TypedInput
            id={`${id}-${i}`}
            value={text}
            maxLength={400}
            autocomplete="off"
            put={(typed) => putTyped('text', byLanguage ? { ...byLanguage, [language]: typed } : typed)}
          />
        </Beside>
      ))}
      <Beside id={`${id}-language`} label={words.inLanguage}>
        <Select
          id={`${id}-language`}
          options={[['', words.addLanguage], ...textLanguages.map((each) => [each, each] as const)]}
          value=""
          put={addLanguage}
        />
      </Beside>
    </>
  );
}

const textLanguages = ['de', 'fr', 'es', 'it', 'nl', 'pl', 'ar'] as const;
