// Compiles the schemas to code, a file a room: to load ajv and compile them takes 100 ms of each start.
import { writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';

function compile(room, schemas) {
  const ajv = new Ajv2020({
    schemas: Object.values(schemas),
    allErrors: true,
    strict: true,
    discriminator: true,
    allowUnionTypes: true,
    verbose: true,
    code: { source: true },
  });
  const ids = Object.fromEntries(Object.entries(schemas).map(([name, { $id }]) => [name, $id]));
  writeFileSync(`dist/${room}/validators.cjs`, standalone.default(ajv, ids));
}

const { deviceSchema } = await import('../dist/devices/schema.js');
compile('devices', { validateProfile: deviceSchema });
const { layoutSchema } = await import('../dist/renderer/layout/schema.js');
compile('renderer/layout', { validateLayout: layoutSchema });
// The renderer's index, through which these are imported, needs those above.
const schemas = await import('../dist/server/fields/schemas.js');
const { bindingSchema, updateSchema } = await import('../dist/renderer/index.js');
compile('server/fields', {
  validateUpdate: updateSchema,
  validateBinding: bindingSchema,
  validatePreview: schemas.previewSchema,
  validateImageQuery: schemas.imageQuerySchema,
  validatePageQuery: schemas.pageQuerySchema,
});
