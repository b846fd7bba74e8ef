// Compiles schemas to code, a file per folder: loading ajv and compiling would take 100 ms of each start.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { _ } from 'ajv/dist/compile/codegen/index.js';
import namesModule from 'ajv/dist/compile/names.js';
import keywordModule from 'ajv/dist/vocabularies/applicator/additionalProperties.js';
import standalone from 'ajv/dist/standalone/index.js';

const { default: names } = namesModule;
const { default: additionalProperties } = keywordModule;
const folder = process.argv[2];
const load = (module) => import(pathToFileURL(resolve(folder, module)).href);

/** Errors after which a validator stops. Several may belong to one problem of a response. */
const maxErrors = 500;

async function compile(room, schemas) {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    discriminator: true,
    allowUnionTypes: true,
    verbose: true,
    code: { source: true },
  });
  ajv.addKeyword({ keyword: 'stops', schemaType: 'boolean', code: stop });
  ajv.removeKeyword(unknownMembers.keyword).addKeyword(unknownMembers);
  ajv.addSchema(stopping(Object.values(schemas)));
  const ids = Object.fromEntries(Object.entries(schemas).map(([name, { $id }]) => [name, $id]));
  // Bundles the used parts of ajv.
  await build({
    stdin: { contents: standalone.default(ajv, ids), resolveDir: '.' },
    outfile: `${folder}/${room}/validators.cjs`,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
  });
}

/** Returns from a validator that has found {@link maxErrors}: ajv itself stops at the first error or never. */
const stop = ({ gen, it }) =>
  gen.if(_`${names.errors} >= ${maxErrors}`, () => {
    gen.assign(_`${it.validateName}.errors`, names.vErrors);
    gen.return(false);
  });

/** Unknown members, after each of which the validator may stop. */
const unknownMembers = {
  ...additionalProperties,
  // As in ajv, whose order is that of the errors.
  before: 'properties',
  code(context) {
    const error = context.error.bind(context);
    context.error = (...details) => {
      error(...details);
      stop(context);
    };
    additionalProperties.code(context);
  },
};

/**
 * Adds the keyword `stops` to the schemas of which a client sends as many values as it likes. The errors of a nested schema are copied
 * for each of its values: 8,000 wrong parts of a layout took 25 s.
 */
function stopping(value, key = '') {
  if (Array.isArray(value)) return value.map((each) => stopping(each));
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, stopping(each, name)]));
  return ['items', 'additionalProperties', 'propertyNames'].includes(key) ? { ...copy, stops: true } : copy;
}

const { deviceSchema } = await load('devices/schema.js');
await compile('devices', { validateProfile: deviceSchema });
const { layoutSchema } = await load('renderer/layout/schema.js');
await compile('renderer/layout', { validateLayout: layoutSchema });
// The renderer's index needs the validators above.
const { requestSchemas } = await load('server/fields/schemas.js');
await compile('server/fields', requestSchemas);
