import { computed } from '@preact/signals';
import { catalogue } from '../../api/catalogue.js';
import { texts } from '../../texts/index.js';
import { connection, triedIn } from '../header-slots.js';
import { Answer } from './answer.js';

export const isConnected = computed(() => connection.value !== 'lost' && connection.value !== 'refused');

/** Explains a lost or refused event stream; null while it is connected. */
export function ConnectionNote({ lost }: { readonly lost: string }) {
  const words = texts.value;
  if (connection.value === 'lost') return <Answer kind="warning" title={words.connection.lost} text={lost} />;
  if (connection.value !== 'refused') return null;
  return (
    <Answer kind="waiting" title={words.tooManyTabs.title({ most: catalogue.value?.streams ?? 0 })}>
      {words.tooManyTabs.note} <span aria-hidden="true">{words.tooManyTabs.again({ seconds: triedIn.value })}</span>
    </Answer>
  );
}
