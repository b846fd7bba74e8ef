import { currencies, locales } from '../../../renderer/index.js';
import { reasons } from '../../fields/field-problem.js';
import { allCodes, codeAt, codes, parentOf, updateCodes } from '../../fields/problem.js';
import type { IndexAnswer } from '../answers.js';
import { costs, costText } from '../budgets/costs.js';
import { scopes } from '../../keys/record.js';
import type { Dependencies, Handler } from '../dependencies.js';
import { sendEncoded } from '../conditional.js';
import { jsonFile, type PageFile } from '../page-files.js';
import { schemaPath } from '../layout-example.js';
import { limitsOf } from '../budgets/limits.js';
import { openApi } from '../openapi/document.js';
import { ref } from '../openapi/shapes.js';
import { json, type Route, tagged, writtenPath, route } from '../route.js';
import type { RequestLog } from '../events/request-log.js';
import { createStreams } from '../events/streams.js';
import { aboutRoutes } from './about.js';
import { eventRoutes } from './events.js';
import { exampleRoutes } from './example.js';
import { frameRoutes } from './frames.js';
import { healthRoutes, metricsRoutes } from './health.js';
import { imageRoutes } from './images.js';
import { labelRoutes } from './labels.js';
import { layoutRoutes } from './layouts.js';
import { pageRoutes } from './page.js';
import { playRoutes } from './play.js';
import { previewRoutes } from './preview.js';
import { refreshRoutes } from './refresh.js';
import { shelfRoutes } from './shelf.js';
import { updateRoutes } from './update.js';
import { bulkRoutes } from './updates.js';

/**
 * All routes of the server. `GET /api` and the OpenAPI document describe this list, themselves included; the document leaves out
 * `more`, which other systems describe.
 */
export function createRoutes(
  dependencies: Dependencies,
  requests: RequestLog,
  more: readonly Route[],
): readonly Route[] {
  const openStream = createStreams(dependencies);
  const create = (group: (dependencies: Dependencies) => readonly Route[]) => group(dependencies);
  const routes: Route[] = [
    ...[
      updateRoutes,
      bulkRoutes,
      exampleRoutes,
      labelRoutes,
      imageRoutes,
      frameRoutes,
      playRoutes,
      refreshRoutes,
    ].flatMap(create),
    ...eventRoutes(dependencies, openStream),
    ...shelfRoutes(dependencies, openStream, requests),
    ...[previewRoutes, aboutRoutes, layoutRoutes, healthRoutes, metricsRoutes, pageRoutes].flatMap(create),
    ...more,
    route('GET', '/api', 'index', 'About', {
      scope: 'public',
      summary: 'See what the server offers',
      success: tagged(
        json(
          200,
          'Name, version, endpoints, limits, codes, locales, currencies, font packages and links.',
          ref('Index'),
        ),
      ),
      steps: [fixed(dependencies, 'no-cache', () => index(routes, dependencies))],
    }),
    route('GET', '/openapi.json', 'openapi', 'About', {
      scope: 'public',
      summary: 'Read this document',
      success: tagged(json(200, 'OpenAPI 3.1.', { type: 'object' })),
      steps: [
        fixed(dependencies, 'public, max-age=300', () =>
          openApi(
            routes.filter(({ tag }) => tag !== 'Vendors'),
            dependencies,
          ),
        ),
      ],
    }),
  ];
  return routes;
}

/** Sends the document of `make`, which is called again only when keys become required or optional: nothing else changes. */
function fixed({ keys }: Dependencies, caching: string, make: () => unknown): Handler {
  let made: { readonly required: boolean; readonly file: PageFile } | undefined;
  return function sendFixed(ctx) {
    const required = keys.required();
    if (made?.required !== required) made = { required, file: jsonFile(make()) };
    sendEncoded(ctx, made.file, caching);
  };
}

function index(routes: readonly Route[], { version, limiters, fonts, keys }: Dependencies): IndexAnswer {
  return {
    name: 'esl-simulator',
    version,
    endpoints: routes.map((route) => {
      const { method, summary, scope, operation } = route;
      const ownCodes = codeAt('NOT_FOUND', route.path) !== 'NOT_FOUND' && { codes: updateCodes };
      const shown = { method, path: writtenPath(route), summary, scope, ...ownCodes };
      const cost = costs[operation];
      if (!cost) return shown;
      const { quota, windowS } = limiters[cost.budget].policy;
      return { ...shown, limit: `${quota} in ${windowS} s`, budget: cost.budget, cost: costText(cost) };
    }),
    authentication: { required: keys.required(), header: 'Authorization: Bearer esl_…', scopes },
    limits: limitsOf(limiters),
    error_codes: allCodes.map((code) => {
      const { type, statuses, help } = codes[code];
      return { code, type, ...parentOf(code), statuses, help };
    }),
    reasons,
    locales,
    currencies,
    fonts,
    links: {
      page: '/',
      example: '/api/esl/example',
      openapi: '/openapi.json',
      docs: '/docs',
      health: '/health',
      metrics: '/metrics',
      layout_schema: schemaPath,
    },
  };
}
