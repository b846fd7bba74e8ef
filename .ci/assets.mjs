// What tsc does not: copies the data, compiles the schemas, and bundles the page and the command, so that dist/ runs by itself.
import { cpSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';

for (const folder of ['devices', 'fonts', 'renderer/layout/documents']) {
  cpSync(folder, `dist/${folder}`, {
    recursive: true,
    filter: (path) => ['', '.json'].includes(extname(path)),
  });
}
cpSync('package.json', 'dist/package.json');
await import('./validators.mjs');
await import('./command.mjs');
await import('./page.mjs');
// What a plain jest project can load: jest has no require() of modules.
writeFileSync('dist/commonjs/package.json', '{ "type": "commonjs" }\n');
