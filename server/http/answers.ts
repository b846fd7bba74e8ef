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
export type DeviceAnswer = AnswerOf<'DeviceResult'>;
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

/** The answer to an update, and to GET and PUT of a label. */
export type LabelAnswer = AnswerOf<'Result'>;
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

/** The data of the event `label.updated`. */
export type LabelUpdated = Pick<LabelAnswer, 'label' | 'image' | 'warnings' | 'step'>;
/** The data of the event `label.refreshing`. */
export type LabelRefreshing = AnswerOf<'Refresh'> & { readonly id: string };
/** The data of the event `label.displayed`. */
export interface LabelDisplayed {
  readonly id: string;
  readonly revision: number;
  readonly displayed_at: string;
}

/** The data of the event `label.updated` in the stream of all labels. */
export interface ShelfUpdated
  extends
    Pick<LabelView, 'id' | 'revision' | 'updated_at' | 'device' | 'layout' | 'sku' | 'locale' | 'currency' | 'face'>,
    Readonly<Record<'product_name' | 'price' | 'unit', string | null>> {
  readonly tag: Pick<NonNullable<LabelView['tag']>, 'state' | 'ready_at' | 'shown_revision' | 'trouble'>;
}

/** The data of the event `label.deleted` in the stream of all labels. */
export interface ShelfDeleted {
  readonly id: string;
}

/** `GET /api/esl/requests`. */
export type RequestsAnswer = AnswerOf<'Requests'>;
export type KeptRequest = AnswerOf<'KeptRequest'>;

/** The data of the event `bye`: why a stream ends. `deleted`: its label; `unauthorized`: its key is no longer valid. */
export interface Bye {
  readonly reason: 'deleted' | 'stopping' | 'unauthorized';
}

/** An answer without the id of its request. */
export type Anonymous<A> = Omit<A, 'request_id'>;
