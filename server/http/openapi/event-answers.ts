import { labelAnswers } from './label-answers.js';
import { tagAnswers } from './tag-answers.js';
import { exactly, instant, ref, text, whole } from './shapes.js';

const { label, image, warnings, step } = labelAnswers.Result.properties;
const { id, revision, updated_at, device, layout, sku, locale, currency } = labelAnswers.Label.properties;
const { state, ready_at, shown_revision, trouble } = tagAnswers.Tag.properties;
const unknownText = { type: ['string', 'null'] } as const;
const empty = exactly({}, 'It has no data.');

export const eventAnswers = {
  LabelUpdated: exactly({ label, image, warnings, step }, 'The data of `label.updated` in the stream of a label.'),
  ShelfUpdated: exactly(
    {
      id,
      revision,
      updated_at,
      device,
      layout,
      sku,
      locale,
      currency,
      product_name: unknownText,
      price: unknownText,
      unit: unknownText,
      tag: exactly({ state, ready_at, shown_revision, trouble }),
    },
    'The data of `label.updated` in the stream of all labels. Name, price and unit are null before the first update, and while an uploaded picture is shown.',
    { face: labelAnswers.Revision.properties.face },
  ),
  LabelRefreshing: exactly(
    { id: text, ...tagAnswers.Refresh.properties },
    'The data of `label.refreshing`: a panel begins to refresh.',
  ),
  LabelDisplayed: exactly(
    { id: text, revision: whole, displayed_at: instant },
    'The data of `label.displayed`: the glass shows the pixels of this revision since then.',
  ),
  LabelDeleted: exactly({ id: text }, 'The data of `label.deleted` in the stream of all labels.'),
  Bye: exactly(
    { reason: { enum: ['deleted', 'stopping', 'unauthorized'] } },
    'The data of `bye`: why a stream ends. deleted: its label; stopping: the server; unauthorized: its key is no longer valid.',
  ),
  NoData: empty,
  LabelEvent: {
    description: 'The data of an event in the stream of a label. `reset` has none.',
    anyOf: [ref('LabelUpdated'), ref('LabelRefreshing'), ref('LabelDisplayed'), ref('Bye'), ref('NoData')],
  },
  ShelfEvent: {
    description:
      'The data of an event in the stream of all labels. `labels.changed`, `requests.changed` and `reset` have none.',
    anyOf: [
      ref('ShelfUpdated'),
      ref('LabelRefreshing'),
      ref('LabelDisplayed'),
      ref('LabelDeleted'),
      ref('Bye'),
      ref('NoData'),
    ],
  },
} as const;
