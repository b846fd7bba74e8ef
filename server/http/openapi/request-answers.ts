import { exactly, instant, listOf, orNull, ref, requestId, success, text, whole } from './shapes.js';

export const requestAnswers = {
  Requests: exactly({ success, requests: listOf(ref('KeptRequest')), request_id: requestId }),
  KeptRequest: exactly(
    {
      at: { ...instant, description: 'The time of its arrival.' },
      method: text,
      path: text,
      status: whole,
      code: orNull(ref('Code'), 'The code of its error.'),
      detail: { type: ['string', 'null'], description: 'The detail of its error.' },
      errors: listOf(
        exactly({ field: text, reason: ref('Reason'), message: text }),
        'The first problems that the response listed.',
      ),
      body: {
        type: ['string', 'null'],
        description: 'The beginning of the body. null: it was not read, or there was none.',
      },
      body_bytes: { ...whole, description: 'Of the whole body; 0: it was not read.' },
      request_id: requestId,
      ms: { ...whole, description: 'Milliseconds until it was answered.' },
    },
    'A request that was answered.',
    { face: { ...text, description: 'The interface of another system that it came through, such as `aims`.' } },
  ),
} as const;
