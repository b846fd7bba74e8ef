import { troubles } from '../../labels/tag/tag.js';
import { exactly, instant, orNull, ref, whole } from './shapes.js';

const sometime = { ...instant, type: ['string', 'null'] } as const;

export const tagAnswers = {
  Refresh: exactly(
    {
      revision: { type: 'integer', minimum: 1, description: 'The revision that it displays.' },
      kind: { enum: ['full', 'partial'] },
      seconds: { type: 'number', exclusiveMinimum: 0, description: 'Its duration.' },
      basis: {
        enum: ['measured', 'stated', 'derived', 'assumed'],
        description: 'Where the seconds come from. assumed: no source states them.',
      },
      began_at: instant,
      ends_at: { ...instant, description: 'The seconds later, divided by REFRESH_SPEED.' },
    },
    'A refresh of the panel.',
  ),
  Tag: exactly(
    {
      state: {
        enum: ['queued', 'refreshing', 'displayed'],
        description:
          'The state of the newest content. queued: it waits for the end of a refresh, or for the tag to come back. refreshing: the panel changes to it. displayed: the panel shows it.',
      },
      since: { ...sometime, description: 'The start of this state. null before the first update.' },
      ready_at: { ...sometime, description: 'When the panel will display it. null: it does.' },
      shown_revision: { ...whole, description: 'The revision on the panel, see `image.png?at=now`. 0: blank paper.' },
      unchanged: {
        type: 'boolean',
        description: 'The newest content has the pixels that the tag showed, or was about to: it needed no refresh.',
      },
      refresh: orNull(ref('Refresh'), 'The last refresh that began, which may be over. null: none.'),
      refreshes: { ...whole, description: 'The refreshes that have begun.' },
      battery: exactly(
        {
          percent: { type: 'number', minimum: 0, maximum: 100 },
          low: { type: 'boolean' },
          assumption: { type: 'string' },
        },
        'An estimate, and its assumption.',
      ),
      trouble: orNull(
        exactly({ kind: { enum: troubles }, until: sometime }),
        'The fault that X-ESL-Simulate has set, and its end: null, at the next full refresh.',
      ),
    },
    'The tag on the shelf. Its refreshes take time.',
  ),
} as const;
