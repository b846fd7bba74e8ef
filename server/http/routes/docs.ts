import type { Dependencies } from '../dependencies.js';
import { sendFile } from '../conditional.js';
import { type Route, tagged } from '../route.js';

/** A page to read the OpenAPI document and try its requests, and its files. */
export function docsRoutes({ docs }: Dependencies): readonly Route[] {
  const errors = [[404, 'NOT_FOUND']] as const;
  const steps = [sendFile(docs)];
  return [
    {
      method: 'GET',
      path: '/docs',
      operation: 'docs',
      scope: 'public',
      tag: 'About',
      summary: 'Read this document as a page, and try requests',
      success: tagged({ status: 200, description: 'The page.', type: 'text/html' }),
      errors,
      steps,
    },
    {
      method: 'GET',
      path: '/docs/:file',
      operation: 'docsFile',
      scope: 'public',
      tag: 'About',
      summary: 'Load a file of that page',
      success: tagged({ status: 200, description: 'The file.', type: '*/*' }),
      errors,
      steps,
    },
  ];
}
