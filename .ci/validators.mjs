// Compiles schemas to code, a file per folder: loading ajv and compiling would take 100 ms of each start.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';

const folder = process.argv[2];
const load = (module) => import(pathToFileURL(resolve(folder, module)).href);

/** Errors after which a validator stops. Several may belong to one problem of a response. */
const maxErrors = 500;

async function compile(room, schemas) {
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
  // Bundles the used parts of ajv.
  await build({
    stdin: { contents: stopping(standalone.default(ajv, ids)), resolveDir: '.' },
    outfile: `${folder}/${room}/validators.cjs`,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
  });
}

/**
 * Validators that return after {@link maxErrors}: ajv itself stops at the first error or never. Those of a nested schema are
 * copied for each of its values: 8,000 wrong parts of a layout took 25 s.
 */
function stopping(code) {
  let validator;
  const stopped = code.replaceAll(/function (validate\d+)\(|errors\+\+;|errors = vErrors\.length;/g, (found, name) => {
    if (name) validator = name;
    return name ? found : `${found} if (errors >= ${maxErrors}) { ${validator}.errors = vErrors; return false; }`;
  });
  if (stopped === code)
    throw new Error("Expected `errors++;` in ajv's code: did another version write it differently?");
  return stopped;
}

const { deviceSchema } = await load('devices/schema.js');
await compile('devices', { validateProfile: deviceSchema });
const { layoutSchema } = await load('renderer/layout/schema.js');
await compile('renderer/layout', { validateLayout: layoutSchema });
// The renderer's index needs the validators above.
const { requestSchemas } = await load('server/fields/schemas.js');
await compile('server/fields', requestSchemas);
