import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isObject, type Json } from '../../../state/layout/json.js';
import { dataOffers, type Offer, priceOffers, textOffers } from '../../../state/layout/offers.js';
import { texts } from '../../../texts/index.js';
import { nameOfData } from '../../../texts/server-words.js';
import { put, show } from '../model/actions.js';
import { document, settle } from '../model/document.js';
import { selectedNode, selectedPointer } from '../model/state.js';
import { FieldDialog } from './field-dialog.js';
import type { ControlProps } from './control.js';

/** What a text or a price shows: one of the fields, a new one, or for a text, words of its own with fields in braces. */
export function ShowsControl({ name, id, label, of }: ControlProps & { readonly of: 'text' | 'price' }): JSX.Element {
  const words = texts.value.editor;
  const [adding, setAdding] = useState(false);
  const now = selectedNode.value?.[name];
  const shown = typeof now === 'string' ? now : of === 'price' && now === undefined ? 'price' : '';
  const offers = of === 'text' ? textOffers : priceOffers;
  const own = dataOffers(document.value, of).filter(({ shows }) => !offers.some((offer) => offer.shows === shows));
  const known = [...offers, ...own].find(({ shows }) => shows === shown);
  const names: Readonly<Record<string, string>> = words.offers;
  return (
    <div class="below">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={known ? known.shows : 'own'}
        onChange={({ currentTarget: { value } }) => {
          if (value === 'new') setAdding(true);
          else if (value === 'own') put(name, of === 'text' ? words.ownText : 'price');
          else
            show(
              name,
              [...offers, ...own].find(({ shows }) => shows === value)!,
            );
        }}
      >
        {offers.map((offer) => (
          <option key={offer.shows} value={offer.shows}>
            {names[offer.name] ?? offer.name}
          </option>
        ))}
        {own.map((offer) => (
          <option key={offer.shows} value={offer.shows}>
            {nameOfData(offer.name)}
          </option>
        ))}
        {(of === 'text' || !known) && <option value="own">{of === 'text' ? words.ownWords : shown}</option>}
        <option value="new">{words.newField}</option>
      </select>
      {of === 'text' && !known && <OwnText id={id} value={now} />}
      {adding && (
        <FieldDialog
          type={of}
          close={() => {
            setAdding(false);
          }}
          added={(offer: Offer) => {
            setAdding(false);
            show(name, offer);
          }}
        />
      )}
    </div>
  );
}

/** Words of the layout's own, in one language or in several. */
function OwnText({ id, value }: { readonly id: string; readonly value: Json | undefined }): JSX.Element {
  const words = texts.value.editor;
  const byLanguage = isObject(value) ? value : null;
  const kind = `type ${selectedPointer.value!}/text`;
  return (
    <>
      {Object.entries(byLanguage ?? { '': value ?? '' }).map(([language, said], i) => (
        <div key={language} class="own-text">
          <label for={`${id}-${i}`}>{language === '' ? words.words : language}</label>
          <input
            id={`${id}-${i}`}
            value={typeof said === 'string' ? said : ''}
            maxLength={400}
            autocomplete="off"
            onInput={({ currentTarget }) => {
              put('text', byLanguage ? { ...byLanguage, [language]: currentTarget.value } : currentTarget.value, kind);
            }}
            onBlur={settle}
          />
        </div>
      ))}
      <div class="own-text">
        <label for={`${id}-language`}>{words.inLanguage}</label>
        <select
          id={`${id}-language`}
          value=""
          onChange={({ currentTarget: { value: chosen } }) => {
            const en = byLanguage?.en ?? value ?? '';
            put('text', { ...(byLanguage ?? { en }), [chosen]: en });
          }}
        >
          <option value="">{words.addLanguage}</option>
          {['de', 'fr', 'es', 'it', 'nl', 'pl', 'ar'].map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}
