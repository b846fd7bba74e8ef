import { useEffect, useState } from 'preact/hooks';
import type { LabelView } from '../../../../http/answers.js';
import { layoutTitle, panelName } from '../../../api/catalogue.js';
import { Icon, LinkButton } from '../../../parts/controls/index.js';
import { currencySign } from '../../../state/currency.js';
import { writeState } from '../../../state/preview-state.js';
import { type TagMark, markOf, type ShelfLabel } from '../../../state/shelf/label.js';
import { localeName, texts } from '../../../texts/index.js';
import { removeLabels } from '../change/actions.js';
import { dialog, formOf } from '../change/binding-dialog.js';
import { markIcons, stateOf } from '../grid/tile.js';
import { addressOf } from '../model.js';
import { timeOf } from './times.js';

interface HeadProps {
  readonly id: string;
  readonly label: ShelfLabel | null;
  readonly whole: LabelView | null;
}

const tones: Readonly<Record<TagMark, string>> = {
  displayed: 'good',
  queued: 'accent',
  refreshing: 'accent',
  offline: 'refused',
};

export function Head({ id, label, whole }: HeadProps) {
  const words = texts.value.shelf;
  return (
    <header class="part head">
      <div class="title-row flow">
        <h2>{id}</h2>
        {label && <State label={label} />}
        <a class="button bare close" href={addressOf(null)} aria-label={texts.value.close}>
          <Icon name="close" />
        </a>
      </div>
      {label && (
        <p class="soft small">
          {boundWords(label)} {label.face !== null && words.through({ system: label.face })}{' '}
          <LinkButton text={words.bindAgain} press={() => (dialog.value = { kind: 'bind', id })} />
        </p>
      )}
      {label && (
        <p class="small acts">
          {whole && <a href={`/${writeState(formOf(whole))}`}>{words.toPreview}</a>}
          {id !== 'default' && <LinkButton text={words.kinds.delete} press={() => removeLabels([id])} />}
        </p>
      )}
    </header>
  );
}

function State({ label }: { readonly label: ShelfLabel }) {
  const words = texts.value.shelf;
  const mark = markOf(label);
  const since = mark === 'displayed' && label.shown > 0 && label.since !== null ? timeOf(label.since) : '';
  return (
    <p class="small state flow" role="status" data-tone={tones[mark]}>
      <Icon name={markIcons[mark]} /> <b>{stateOf(label)}</b>{' '}
      <span class="soft">
        {since}
        {mark === 'offline' && words.backAt({ time: timeOf(new Date(label.awayUntil!).toISOString()) })}
        {mark === 'refreshing' && label.endsAt !== null && <TimeLeft until={label.endsAt} />}
      </span>
    </p>
  );
}

/** Seconds until a time in milliseconds since 1970. Screen readers hear of its end only. */
function TimeLeft({ until }: { readonly until: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 500);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return (
    <span aria-hidden="true">{texts.value.shelf.left({ seconds: Math.max(0, Math.ceil((until - now) / 1000)) })}</span>
  );
}

function boundWords({ device, layout, locale, currency }: ShelfLabel): string {
  return [panelName(device), layoutTitle(layout), localeName(locale), currencySign(currency, locale)].join(', ');
}
