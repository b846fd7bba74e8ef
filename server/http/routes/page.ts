import { Problem } from '../../fields/problem.js';
import { sendTagged } from '../conditional.js';
import type { Dependencies, Handler } from '../dependencies.js';
import { type Route, tagged } from '../route.js';

/** The page connects to this server only, and runs no scripts but its own. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The studio's places: each is the same page, which shows what its address says (server/page/app/places.ts). */
const places = [
  { path: '/', operation: 'page', summary: 'Open the studio' },
  { path: '/layouts', operation: 'layoutsPage', summary: 'Open the studio at the layouts' },
  { path: '/layouts/:id', operation: 'layoutPage', summary: 'Open the studio at a layout, to edit it' },
] as const;

/** The web page and its files. */
export function pageRoutes(dependencies: Dependencies): readonly Route[] {
  const html = { status: 200, description: 'The web page.', type: 'text/html' };
  const errors = [[404, 'NOT_FOUND']] as const;
  return [
    ...places.map((place): Route => {
      return { method: 'GET', ...place, tag: 'About', success: tagged(html), errors, steps: [file(dependencies)] };
    }),
    {
      method: 'GET',
      path: '/page/:file',
      operation: 'pageFile',
      tag: 'About',
      summary: 'Load a file of the web page',
      success: tagged({ status: 200, description: 'The file.', type: '*/*' }),
      errors,
      steps: [file(dependencies)],
    },
  ];
}

function file({ page }: Dependencies): Handler {
  return function sendFile(ctx) {
    const found = page.get(ctx.params.file ?? 'index.html');
    if (!found) throw new Problem('NOT_FOUND', 'The web page has no such file');
    const { type, immutable, etag, encoded } = found;
    ctx.set({
      'Cache-Control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      'Content-Security-Policy': policy,
    });
    ctx.vary('Accept-Encoding');
    const encoding = (['br', 'gzip'] as const).find((name) => encoded[name] && ctx.acceptsEncodings(name) === name);
    if (encoding) ctx.set('Content-Encoding', encoding);
    sendTagged(ctx, type, `"${etag}${encoding ? `-${encoding}` : ''}"`, encoded[encoding ?? 'identity']!);
  };
}
