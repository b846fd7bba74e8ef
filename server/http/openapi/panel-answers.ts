import { diagnosticKinds } from '../../../renderer/index.js';
import { exactly, listOf, ref, requestId, success, text, whole } from './shapes.js';

const image = {
  type: 'string',
  description: 'A data URI of a PNG, in the native orientation of the controller.',
} as const;

export const panelAnswers = {
  PlayResult: exactly({
    success,
    device: text,
    chip: { type: 'string', description: 'The emulated chip, or the name of its family.' },
    width: whole,
    height: whole,
    refreshes: listOf(ref('PlayedRefresh')),
    diagnostics: listOf(ref('PanelDiagnostic')),
    request_id: requestId,
  }),
  PlayedRefresh: exactly(
    {
      n: whole,
      step: whole,
      kind: { enum: ['full', 'partial', 'window'] },
      seconds: { type: 'number' },
      seconds_assumed: { type: 'boolean', description: 'No source states the seconds.' },
      frames: {
        type: ['integer', 'null'],
        description: 'Of the loaded waveform. null: it is in the OTP of the panel.',
      },
      image,
      ghost: {
        ...image,
        type: ['string', 'null'],
        description: 'As driven, where pixels may have kept their old ink.',
      },
    },
    'A refresh of the glass.',
  ),
  PanelDiagnostic: exactly(
    {
      code: { enum: Object.keys(diagnosticKinds) as (keyof typeof diagnosticKinds)[] },
      grade: { enum: ['error', 'warning', 'note'] },
      step: { ...whole, description: 'The event, counted from 1 after the header.' },
      message: text,
      expected: text,
      received: text,
      register: { type: ['string', 'null'], description: 'The register that decides.' },
      count: { ...whole, description: 'How often it happened.' },
    },
    'What is wrong with a trace, or worth knowing.',
  ),
} as const;
