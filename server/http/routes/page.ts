import type { Dependencies } from '../dependencies.js';
import { sendFile } from '../conditional.js';
import { type Route, route, tagged } from '../route.js';

/** The studio's places: the same page, which reads its address (server/page/app/places.ts). */
const places = [
  { path: '/', operation: 'page', summary: 'Open the studio' },
  { path: '/wall', operation: 'wallPage', summary: 'See one content on many labels in the studio' },
  { path: '/layouts', operation: 'layoutsPage', summary: 'Open the studio at the layouts' },
  { path: '/layouts/:id', operation: 'layoutPage', summary: 'Open the studio at a layout, to edit it' },
  { path: '/shelf', operation: 'shelfPage', summary: 'See all labels in the studio' },
  { path: '/shelf/:id', operation: 'shelfLabelPage', summary: 'See a label in the studio' },
  { path: '/docs', operation: 'docs', summary: 'Read this document as a page, and try requests' },
] as const;

export function pageRoutes({ page }: Dependencies): readonly Route[] {
  const file = (path: string, operation: Route['operation'], summary: string, type = 'text/html'): Route =>
    route('GET', path, operation, 'About', {
      scope: 'public',
      summary,
      success: tagged({ status: 200, description: type === 'text/html' ? 'The web page.' : 'The file.', type }),
      errors: [[404, 'NOT_FOUND']],
      steps: [sendFile(page)],
    });
  return [
    ...places.map(({ path, operation, summary }) => file(path, operation, summary)),
    file('/page/:file', 'pageFile', 'Load a file of the web page', '*/*'),
  ];
}
