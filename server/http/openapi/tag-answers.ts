import { troubles } from '../../labels/tag/tag.js';
import { exactly, instant, ref, whole } from './shapes.js';

const sometime = { ...instant, type: ['string', 'null'] } as const;

/** What answers say of a label's tag. */
export const tagAnswers = {
  Refresh: exactly(
    {
      revision: { type: 'integer', minimum: 1, description: 'What it puts on the glass.' },
      kind: { enum: ['full', 'partial'] },
      seconds: { type: 'number', exclusiveMinimum: 0, description: 'What it takes the panel.' },
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
          'Where the newest content is. queued: it waits for the end of a refresh, or for the tag to come back. refreshing: the panel changes to it. displayed: it is on the glass.',
      },
      since: { ...sometime, description: 'Since when. null before the first update.' },
      ready_at: { ...sometime, description: 'When it will be on the glass. null: it is.' },
      shown_revision: { ...whole, description: 'What is on the glass, see `image.png?at=now`. 0: blank paper.' },
      unchanged: {
        type: 'boolean',
        description:
          'The newest content has the pixels that the tag showed, or was about to: it needed no refresh of its own.',
      },
      refresh: {
        anyOf: [ref('Refresh'), { type: 'null' }],
        description: 'The last refresh that began, which may be over. null: none.',
      },
      refreshes: { ...whole, description: 'The refreshes that have begun.' },
      battery: exactly(
        {
          percent: { type: 'number', minimum: 0, maximum: 100 },
          low: { type: 'boolean' },
          assumption: { type: 'string' },
        },
        'An estimate, and how it comes about.',
      ),
      trouble: {
        anyOf: [exactly({ kind: { enum: troubles }, until: sometime }), { type: 'null' }],
        description: 'What X-ESL-Simulate made of the tag, and until when: null, until the next full refresh.',
      },
    },
    'The tag on the shelf, whose panel takes its time.',
  ),
} as const;
