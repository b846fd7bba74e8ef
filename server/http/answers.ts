import type { FromSchema } from '../../devices/index.js';
import type { Immutable, Layout } from '../../renderer/index.js';
import type { answerSchemas } from './openapi/components.js';
import type { layoutHeadSchema } from './openapi/label-answers.js';

/** The server's answers as types, derived from the schemas in the OpenAPI document. */

type Schemas = typeof answerSchemas;

/** A schema with each reference replaced by what it refers to. */
type Resolved<S> = S extends { readonly $ref: `#/components/schemas/${infer Name}` }
  ? Name extends keyof Schemas
    ? Resolved<Schemas[Name]>
    : object
  : S extends object
    ? { readonly [K in keyof S]: Resolved<S[K]> }
    : S;

type AnswerOf<Name extends keyof Schemas> = Immutable<FromSchema<Resolved<Schemas[Name]>>>;

/** A panel profile. */
export type DeviceView = AnswerOf<'Device'>;
export type DevicesAnswer = AnswerOf<'Devices'>;

/** A layout document with its id, version and time. */
export type LayoutView = Layout & Immutable<FromSchema<typeof layoutHeadSchema>>;

export interface LayoutsAnswer extends Omit<AnswerOf<'LayoutPage'>, 'layouts'> {
  readonly layouts: readonly LayoutView[];
}

export type ContentView = AnswerOf<'Content'>;
export type LabelView = AnswerOf<'Label'>;
export type ImageView = AnswerOf<'Image'>;
export type RevisionView = AnswerOf<'Revision'>;
export type RevisionsAnswer = AnswerOf<'Revisions'>;
export type LabelsAnswer = AnswerOf<'LabelPage'>;

/** The answer to GET and PUT of a label. */
export type LabelAnswer = AnswerOf<'Result'>;
export type UpdateAnswer = AnswerOf<'UpdateResult'>;
export type UpdatesAnswer = AnswerOf<'UpdatesResult'>;
export type OutcomeView = AnswerOf<'Outcome'>;
export type PreviewAnswer = AnswerOf<'PreviewResult'>;
export type PlayAnswer = AnswerOf<'PlayResult'>;

export type HealthAnswer = AnswerOf<'Health'>;
/** `GET /health/live`. */
export type LivenessAnswer = AnswerOf<'Liveness'>;
export type HealthCheck = AnswerOf<'HealthCheck'>;
/** `GET /api`. */
export type IndexAnswer = AnswerOf<'Index'>;

export type ExampleAnswer = AnswerOf<'Example'>;
/** `GET /problems/…`. */
export type ProblemMeaning = AnswerOf<'ProblemMeaning'>;
/** Every error of every path. */
export type ProblemBody = AnswerOf<'Problem'>;

/** The data of the event `label.updated` in the stream of a label, and in that of all labels. */
export type LabelUpdated = AnswerOf<'LabelUpdated'>;
export type ShelfUpdated = AnswerOf<'ShelfUpdated'>;
/** The data of the events `label.refreshing`, `label.displayed`, `label.deleted` and `bye`. */
export type LabelRefreshing = AnswerOf<'LabelRefreshing'>;
export type LabelDisplayed = AnswerOf<'LabelDisplayed'>;
export type LabelDeleted = AnswerOf<'LabelDeleted'>;
export type Bye = AnswerOf<'Bye'>;

/** `GET /api/esl/requests`. */
export type RequestsAnswer = AnswerOf<'Requests'>;
export type KeptRequest = AnswerOf<'KeptRequest'>;

export type WebhookView = AnswerOf<'Webhook'>;
export type WebhookAnswer = AnswerOf<'WebhookResult'>;
export type WebhooksAnswer = AnswerOf<'Webhooks'>;
export type DeliveryView = AnswerOf<'Delivery'>;
export type DeliveryAnswer = AnswerOf<'DeliveryResult'>;
export type DeliveriesAnswer = AnswerOf<'Deliveries'>;

/** An answer without the id of its request. */
export type Anonymous<A> = Omit<A, 'request_id'>;
