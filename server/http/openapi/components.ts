import { bindingSchema, layoutSchema, updateSchema } from '../../../renderer/index.js';
import { labelUpdateSchema, maxUpdates, previewSchema, webhookSchema } from '../../fields/schemas.js';
import { aboutAnswers } from './about-answers.js';
import { eventAnswers } from './event-answers.js';
import { labelAnswers, layoutHeadSchema } from './label-answers.js';
import { webhookAnswers } from './webhook-answers.js';
import { panelAnswers } from './panel-answers.js';
import { requestAnswers } from './request-answers.js';
import { placed, ref, type JsonSchema } from './shapes.js';

function partName(name: string): string {
  return `Layout${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** The schema of layouts, with references to components instead of `$defs`: generators of clients follow no others. */
const { $defs: parts, ...layout } = JSON.parse(
  JSON.stringify(placed(layoutSchema)).replaceAll(
    /"#\/\$defs\/(\w+)"/g,
    (_, name: string) => `"#/components/schemas/${partName(name)}"`,
  ),
) as typeof layoutSchema;

const { properties, discriminator, oneOf } = parts.node;
/** A layout's node. Generators of clients need the mapping, and make a plain union of it alone. */
const node = {
  oneOf,
  discriminator: {
    ...discriminator,
    mapping: Object.fromEntries(properties.type.enum.map((type) => [type, `#/components/schemas/${partName(type)}`])),
  },
};

/** The schemas of responses; `answers.ts` derives types from them. */
export const answerSchemas = {
  ...labelAnswers,
  ...eventAnswers,
  ...requestAnswers,
  ...panelAnswers,
  ...webhookAnswers,
  ...aboutAnswers,
};

/** The components of the OpenAPI document. The first seven are the schemas that check requests and files. */
export const schemas: Readonly<Record<string, JsonSchema>> = {
  Update: placed(updateSchema),
  Updates: { type: 'array', minItems: 1, maxItems: maxUpdates, items: ref('LabelUpdate') },
  LabelUpdate: placed(labelUpdateSchema),
  Binding: placed(bindingSchema),
  Preview: placed(previewSchema),
  WebhookFields: placed(webhookSchema),
  Layout: layout,
  NamedLayout: {
    ...layout,
    properties: { ...layoutHeadSchema.properties, ...layout.properties },
    required: [...layoutHeadSchema.required, ...layout.required],
  },
  ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [partName(name), part])),
  [partName('node')]: node,
  ...answerSchemas,
};
