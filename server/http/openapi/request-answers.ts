import { exactly, instant, ref, requestId, success, text, whole } from './shapes.js';

/** What a client is told of its own requests. */
export const requestAnswers = {
  Requests: exactly({ success, requests: { type: 'array', items: ref('KeptRequest') }, request_id: requestId }),
  KeptRequest: exactly(
    {
      at: { ...instant, description: 'When it came.' },
      method: text,
      path: text,
      status: whole,
      code: { anyOf: [ref('Code'), { type: 'null' }], description: 'Of the error that it was answered with.' },
      detail: { type: ['string', 'null'], description: 'Of the error.' },
      errors: {
        type: 'array',
        items: exactly({ field: text, reason: ref('Reason'), message: text }),
        description: 'The first of the problems that the answer listed.',
      },
      body: {
        type: ['string', 'null'],
        description: 'The beginning of the body. null: it was not read, or there was none.',
      },
      body_bytes: { ...whole, description: 'Of the whole body; 0: it was not read.' },
      request_id: requestId,
      ms: { ...whole, description: 'Milliseconds until it was answered.' },
    },
    'A request that was answered.',
  ),
} as const;
