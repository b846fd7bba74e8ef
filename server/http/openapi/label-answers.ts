import { deviceSchema } from '../../../devices/index.js';
import {
  bindingSchema,
  drawnBoxSchema,
  findingSchema,
  limits,
  stepSchema,
  updateSchema,
  warningSchema,
} from '../../../renderer/index.js';
import { idPattern } from '../../fields/schemas.js';
import { tagAnswers } from './tag-answers.js';
import { exactly, instant, listOf, orNull, placed, ref, requestId, success, text, whole } from './shapes.js';

const bound = {
  device: text,
  layout: text,
  layout_version: {
    ...whole,
    description: 'The version of its layout; 0 for a shipped layout or a file.',
  },
  sku: text,
  locale: text,
  currency: text,
  time_zone: text,
  data: bindingSchema.properties.data,
} as const;
const image = {
  width: whole,
  height: whole,
  inks: whole,
  sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
} as const;
const next = { type: ['string', 'null'], description: 'The cursor of the next page; null: this is the last.' } as const;
/** A member of a label that another system updated. */
const faced = {
  face: { ...text, description: 'The interface of another system that sent its content, such as `aims`.' },
} as const;
/** Members of a label that has lint. */
const linted = {
  lint: bindingSchema.properties.lint,
  lint_strict: bindingSchema.properties.lint_strict,
} as const;
const findings = {
  findings: listOf(ref('Finding'), 'What the sets of `lint` found. Absent where no lint was requested.'),
} as const;
/** A member of the outcome of an update that was applied before. */
const replayed = {
  replayed: { const: true, description: 'It was applied before: this is its first outcome.' },
} as const;
const warnings = listOf(ref('Warning'));
const uploaded = 'null while the label shows a picture that was uploaded';
const lacking = `null before the first update, and for a content that an older version stored; ${uploaded}.`;
const step = orNull(ref('Step'), lacking);

const result = { success, label: ref('Label'), warnings, step, request_id: requestId } as const;

export const layoutHeadSchema = exactly({
  id: text,
  version: {
    ...whole,
    description: 'The version of your own layout, never reused; 0 for a shipped layout or a file.',
  },
  updated_at: { ...instant, type: ['string', 'null'], description: 'null for a shipped layout or a file.' },
});

export const labelAnswers = {
  Device: {
    ...placed(deviceSchema),
    properties: { id: text, ...deviceSchema.properties },
    required: ['id', ...deviceSchema.required],
  },
  Content: exactly(
    {
      product_name: { type: 'string', maxLength: limits.product_name },
      price: updateSchema.properties.price,
      unit: { type: 'string', maxLength: limits.unit },
      sku: text,
      date: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' },
      model_line: text,
    },
    'Everything that is drawn.',
  ),
  Label: exactly(
    {
      id: { type: 'string', pattern: idPattern },
      revision: { ...whole, description: '0 before the first update.' },
      updated_at: { ...instant, type: ['string', 'null'] },
      ...bound,
      layout_version: {
        ...bound.layout_version,
        type: ['integer', 'null'],
        description: `${bound.layout_version.description} null before the first update, and ${uploaded}.`,
      },
      content: orNull(ref('Content'), `null before the first update, and ${uploaded}.`),
      tag: orNull(ref('Tag'), 'null for a preview, which has none.'),
    },
    'A simulated tag on the shelf.',
    { ...linted, ...faced },
  ),
  ...tagAnswers,
  Image: exactly(
    { url: text, ...image },
    'sha256 is the hash of the pixels: of the inflated image data of the PNG (view ink, scale 1).',
  ),
  Warning: warningSchema,
  Finding: findingSchema,
  Step: stepSchema,
  Result: exactly(
    { ...result, image: orNull(ref('Image'), 'null when the panel profile is gone.') },
    'A label with its image, warnings and step.',
    findings,
  ),
  UpdateResult: exactly({ ...result, image: ref('Image') }, 'The answer to an update.', findings),
  UpdatesResult: exactly({
    success,
    outcomes: listOf(ref('Outcome'), 'One for each update, in their order.'),
    accepted: { ...whole, description: 'Updates with the status 200.' },
    refused: { ...whole, description: 'All others.' },
    request_id: requestId,
  }),
  Outcome: {
    description: 'What became of an update: as if it had been sent alone.',
    oneOf: [
      exactly(
        {
          status: { const: 200 },
          label: { type: 'string', pattern: idPattern },
          revision: whole,
          updated_at: { ...instant, type: ['string', 'null'] },
          warnings,
        },
        'It is on the disk.',
        { ...findings, ...replayed },
      ),
      exactly(
        {
          status: { type: 'integer', minimum: 400, maximum: 599 },
          label: { ...text, type: ['string', 'null'], description: 'null: the update names none.' },
          problem: ref('Problem'),
        },
        'It was not stored.',
      ),
    ],
  },
  Box: drawnBoxSchema,
  PreviewResult: exactly(
    {
      success,
      label: ref('Label'),
      image: exactly({ data_uri: { type: 'string', pattern: '^data:image/png;base64,' }, ...image }),
      warnings,
      step: ref('Step'),
      request_id: requestId,
    },
    undefined,
    { boxes: listOf(ref('Box'), 'Present if the request had `boxes`.'), ...findings },
  ),
  LabelPage: exactly({ success, labels: listOf(ref('Label')), next, request_id: requestId }),
  Revision: exactly(
    {
      revision: { type: 'integer', minimum: 1 },
      updated_at: instant,
      ...bound,
      layout_version: {
        ...bound.layout_version,
        type: ['integer', 'null'],
        description: `${bound.layout_version.description} ${uploaded}.`,
      },
      content: orNull(ref('Content'), `${uploaded}.`),
      image: ref('Image'),
      warnings,
      step,
    },
    undefined,
    { ...linted, ...findings, ...faced },
  ),
  Revisions: exactly({ success, revisions: listOf(ref('Revision')), request_id: requestId }),
  Devices: exactly({ success, devices: listOf(ref('Device')), request_id: requestId }),
  DeviceResult: exactly({ success, device: ref('Device'), request_id: requestId }),
  LayoutPage: exactly({ success, layouts: listOf(ref('NamedLayout')), next, request_id: requestId }),
  LayoutResult: exactly({ success, layout: ref('NamedLayout'), request_id: requestId }),
  LayoutAndUse: exactly({
    success,
    layout: ref('NamedLayout'),
    used_by: { ...whole, description: 'The number of labels that are bound to it.' },
    request_id: requestId,
  }),
} as const;
