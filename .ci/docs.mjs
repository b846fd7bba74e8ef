// Puts the page that shows the OpenAPI document together: our own files, and of Swagger UI what a browser loads, with its licences.
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { copy, filesOf, link } from './builds.mjs';

const viewer = 'server/docs/swagger-ui-dist';

/** Scripts of our own are in the folder by the way of all modules. */
export function bundleDocs(folder) {
  for (const file of filesOf('server/docs').filter((name) => !name.startsWith(viewer) && !name.endsWith('.ts')))
    copy(file, `${folder}/${file}`);
  const to = `${folder}/server/docs`;
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
    // The maps stay behind: with them it would be three times as big.
    const text = readFileSync(`${viewer}/${name}`, 'utf8').replace(/\n(\/\/|\/\*)# sourceMappingURL=.*\s*$/, '\n');
    // Brotli would take seconds. Whoever takes no gzip has it unpacked by the server.
    writeFileSync(`${to}/${name}.gz`, gzipSync(text, { level: 9 }));
  }
  for (const name of ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'])
    link(`${viewer}/${name}`, `${to}/${name}`);
}
