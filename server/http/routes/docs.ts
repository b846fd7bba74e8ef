import type { Dependencies } from '../dependencies.js';
import { sendFile } from '../conditional.js';
import { publicRoute, type Route, tagged } from '../route.js';

/** A page to read the OpenAPI document and try its requests, and its files. */
export function docsRoutes({ docs }: Dependencies): readonly Route[] {
  const errors = [[404, 'NOT_FOUND']] as const;
  const steps = [sendFile(docs)];
  return [
    {
      ...publicRoute,
      path: '/docs',
      operation: 'docs',
      summary: 'Read this document as a page, and try requests',
      success: tagged({ status: 200, description: 'The page.', type: 'text/html' }),
      errors,
      steps,
    },
    {
      ...publicRoute,
      path: '/docs/:file',
      operation: 'docsFile',
      summary: 'Load a file of that page',
      success: tagged({ status: 200, description: 'The file.', type: '*/*' }),
      errors,
      steps,
    },
  ];
}
