import type Koa from 'koa';
import type { Logger } from 'pino';
import type { OptionalFont } from '../../renderer/index.js';
import type { Config } from '../config.js';
import type { Problem } from '../fields/problem.js';
import type { Key } from '../keys/record.js';
import type { KeyRing } from '../keys/ring.js';
import type { LabelContext, Tools } from '../labels/context.js';
import type { LabelContexts } from '../labels/contexts.js';
import type { Backend } from '../labels/store/index.js';
import type { BudgetName, Limiter } from '../labels/store/limiter.js';
import type { IdempotentRequest } from '../labels/labels.js';
import type { Trouble } from '../labels/tag/tag.js';
import type { KeyLimiters } from './budgets/key-limiters.js';
import type { Metrics } from './metrics/metrics.js';
import type { PageFile } from './page-files.js';

/** The services of the application. Created by `serve.ts` and by tests. */
export interface Dependencies extends Tools {
  readonly version: string;
  readonly config: Pick<
    Config,
    'corsOrigin' | 'trustProxyHops' | 'simulate' | 'webhooks' | 'refreshSpeed' | 'vendors'
  > &
    Tools['config'];
  readonly contexts: LabelContexts;
  readonly keys: KeyRing;
  /** Stores the labels of all tenants. */
  readonly backend: Pick<Backend, 'check' | 'close' | 'stats' | 'recordTenants'>;
  readonly fonts: readonly OptionalFont[];
  readonly limiters: Readonly<Record<BudgetName, Limiter>>;
  readonly keyLimiters: KeyLimiters;
  readonly page: ReadonlyMap<string, PageFile>;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Whether the process stops. */
  readonly stopping: () => boolean;
  /** Whether the port is closed: each connection ends with its next response. */
  readonly closed: () => boolean;
  /** Called for each readiness check: a client that checks must see a failure before the port closes. */
  readonly readyAsked: () => void;
}

export interface State {
  requestId: string;
  /** The tenant's labels. Absent on public routes, see `Route.scope`. */
  context: LabelContext;
  /** The route's path, with `{name}` for parameters. */
  route?: string;
  /** The request's key; null: no keys are required. */
  key: Key | null;
  /** See `clientOf`. */
  client?: string;
  /** The bytes of the body; absent until it is read. */
  received?: Uint8Array;
  /** The interface of another system that the request came through, if it may change something. */
  face?: string;
  /** The reason for refusing the request. */
  problem?: Problem;
  /** The trouble that X-ESL-Simulate requests for the tag. */
  trouble?: Trouble;
  /** Present if the request has an Idempotency-Key that is not recorded. */
  idempotency?: IdempotentRequest;
}

/** A request and its answer, with the parameters of the path. */
export type Context = Koa.ParameterizedContext<State, { params: Record<string, string> }>;
export type Handler = (ctx: Context, next: Koa.Next) => unknown;
