// `npm run wasm` compiles renderer/png/assembly/*.ts to deflate.wasm, and writes compiler and hash to deflate.json. Both are checked
// in: only changes of these sources need AssemblyScript's compiler. With a path as argument, it only compiles to that path, for
// `npm run exhaustive` to compare.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { filesOf } from './builds.mjs';
import { installExhaustivePackages } from './exhaustive-packages.mjs';
import { compressor } from './third-party.mjs';

installExhaustivePackages();
const compiler = 'test/exhaustive/node_modules/assemblyscript';
const options = ['-O3', '--enable', 'simd', '--runtime', 'stub', '--noAssert'];
const [to = `${compressor}.wasm`] = process.argv.slice(2);
execFileSync(process.execPath, [`${compiler}/bin/asc.js`, `${compressor}.ts`, '-o', to, ...options], {
  stdio: 'inherit',
});
if (to === `${compressor}.wasm`) {
  const { name, version, license: licence, repository } = JSON.parse(readFileSync(`${compiler}/package.json`, 'utf8'));
  const source = repository.url.replace(/^git\+|\.git$/g, '');
  const hash = createHash('sha256');
  for (const file of filesOf(dirname(compressor)).filter((each) => each.endsWith('.ts')))
    hash.update(readFileSync(file));
  const made = { compiler: { name, version, licence, source }, sources: hash.digest('hex') };
  writeFileSync(`${compressor}.json`, `${JSON.stringify(made, null, 2)}\n`);
}
