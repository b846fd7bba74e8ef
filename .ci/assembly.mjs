// `npm run wasm` compiles the compressor's inner loops, renderer/png/assembly/*.ts, to deflate.wasm beside them, and writes what it was
// made from into deflate.json. Both are checked in, so that no one needs AssemblyScript's compiler but who changes these loops.
// With an argument it compiles to that path only: `npm run exhaustive` compares the result with what is checked in.
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
