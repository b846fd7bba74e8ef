import { Problem } from '../../fields/problem.js';
import { sendTagged } from '../conditional.js';
import type { Dependencies, Handler } from '../dependencies.js';
import { type Route, tagged } from '../route.js';

/** The page connects to this server only, and runs no scripts but its own. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The web page and its files. */
export function pageRoutes(dependencies: Dependencies): readonly Route[] {
  const html = { status: 200, description: 'The web page.', type: 'text/html' };
  const errors = [[404, 'NOT_FOUND']] as const;
  return [
    {
      method: 'GET',
      path: '/',
      operation: 'page',
      scope: 'public',
      tag: 'About',
      summary: 'Open the web page',
      success: tagged(html),
      errors,
      steps: [file(dependencies)],
    },
    {
      method: 'GET',
      path: '/page/:file',
      operation: 'pageFile',
      scope: 'public',
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
    ctx.set({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': policy });
    sendTagged(ctx, found.type, found.etag, found.bytes);
  };
}
