// What tsc does not: copies the data and the page's files, and compiles the schemas, so that dist/ runs by itself.
import { cpSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';

const data = new Set(['.json', '.html', '.css', '.svg']);
for (const folder of ['devices', 'fonts', 'renderer/layouts', 'server/page']) {
  cpSync(folder, `dist/${folder}`, {
    recursive: true,
    filter: (path) => !path.endsWith('tsconfig.json') && ['', ...data].includes(extname(path)),
  });
}
cpSync('package.json', 'dist/package.json');
await import('./validators.mjs');
await import('./command.mjs');
// What a plain jest project can load: jest has no require() of modules.
writeFileSync('dist/commonjs/package.json', '{ "type": "commonjs" }\n');
