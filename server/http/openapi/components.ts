import { bindingSchema, layoutSchema, updateSchema } from '../../../renderer/index.js';
import { previewSchema } from '../../fields/schemas.js';
import { aboutAnswers } from './about-answers.js';
import { labelAnswers, layoutHeadSchema } from './label-answers.js';
import { panelAnswers } from './panel-answers.js';
import { requestAnswers } from './request-answers.js';
import { placed, type JsonSchema } from './shapes.js';

/** The name of one of the layout's `$defs` among the components. */
function partName(name: string): string {
  return `Layout${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/**
 * The schema of layouts, with references to components instead of `$defs`: generators of clients follow no others.
 */
const { $defs: parts, ...layout } = JSON.parse(
  JSON.stringify(placed(layoutSchema)).replaceAll(
    /"#\/\$defs\/(\w+)"/g,
    (_, name: string) => `"#/components/schemas/${partName(name)}"`,
  ),
) as typeof layoutSchema;

/** The schemas of responses; `answers.ts` derives types from them. */
export const answerSchemas = { ...labelAnswers, ...requestAnswers, ...panelAnswers, ...aboutAnswers };

/** The components of the OpenAPI document. The first four are the schemas that check requests and files. */
export const schemas: Readonly<Record<string, JsonSchema>> = {
  Update: placed(updateSchema),
  Binding: placed(bindingSchema),
  Preview: placed(previewSchema),
  Layout: layout,
  NamedLayout: {
    ...layout,
    properties: { ...layoutHeadSchema.properties, ...layout.properties },
    required: [...layoutHeadSchema.required, ...layout.required],
  },
  ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [partName(name), part])),
  ...answerSchemas,
};
