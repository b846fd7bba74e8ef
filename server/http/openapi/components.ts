import { bindingSchema, layoutSchema, updateSchema } from '../../../renderer/index.js';
import { previewSchema } from '../../fields/schemas.js';
import { aboutAnswers } from './about-answers.js';
import { labelAnswers, layoutHeadSchema } from './label-answers.js';
import { placed, type Schema, without } from './shapes.js';

/** The schema of layouts, with its references made relative to the OpenAPI document. */
const layout = JSON.parse(
  JSON.stringify(placed(layoutSchema)).replaceAll('"#/$defs/', '"#/components/schemas/Layout/$defs/'),
) as typeof layoutSchema;
const layoutShape = without(layout, '$defs');

/** The schemas of the answers; `answers.ts` derives types from them. */
export const answerSchemas = { ...labelAnswers, ...aboutAnswers };

/** The components of the OpenAPI document. The first four are the schemas that check requests and files. */
export const schemas: Readonly<Record<string, Schema>> = {
  Update: placed(updateSchema),
  Binding: placed(bindingSchema),
  Preview: placed(previewSchema),
  Layout: layout,
  NamedLayout: {
    ...layoutShape,
    properties: { ...layoutHeadSchema.properties, ...layoutShape.properties },
    required: [...layoutHeadSchema.required, ...layoutShape.required],
  },
  ...answerSchemas,
};
