// Builds the page /docs: our files, and the files of Swagger UI that a browser loads, with their licences.
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { copy, filesOf, link } from './builds.mjs';

const viewer = 'server/docs/swagger-ui-dist';

/** Our scripts are transpiled with all modules. */
export function bundleDocs(folder) {
  for (const file of filesOf('server/docs').filter((name) => !name.startsWith(viewer) && !name.endsWith('.ts')))
    copy(file, `${folder}/${file}`);
  const to = `${folder}/server/docs`;
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
    // Source maps would triple the size.
    const text = readFileSync(`${viewer}/${name}`, 'utf8').replace(/\n(\/\/|\/\*)# sourceMappingURL=.*\s*$/, '\n');
    // Brotli would take seconds. For clients without gzip, the server decompresses it.
    writeFileSync(`${to}/${name}.gz`, gzipSync(text, { level: 9 }));
  }
  for (const name of ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'])
    link(`${viewer}/${name}`, `${to}/${name}`);
}
