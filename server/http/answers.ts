import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import type { Immutable, Layout } from '../../renderer/index.js';
import type { CloseReason } from '../labels/events.js';
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

type Answer<Name extends keyof Schemas> =
  Resolved<Schemas[Name]> extends infer S extends JSONSchema ? Immutable<FromSchema<S>> : never;

/** A panel profile. */
export type DeviceView = Answer<'Device'>;
export type DeviceAnswer = Answer<'DeviceResult'>;
export type DevicesAnswer = Answer<'Devices'>;

/** A layout document with its id, version and time. */
export type LayoutView = Layout & Immutable<FromSchema<typeof layoutHeadSchema>>;

export interface LayoutsAnswer extends Omit<Answer<'LayoutPage'>, 'layouts'> {
  readonly layouts: readonly LayoutView[];
}

export type ContentView = Answer<'Content'>;
export type LabelView = Answer<'Label'>;
export type ImageView = Answer<'Image'>;
export type RevisionView = Answer<'Revision'>;
export type RevisionsAnswer = Answer<'Revisions'>;
export type LabelsAnswer = Answer<'LabelPage'>;

/** The answer to an update, and to GET and PUT of a label. */
export type LabelAnswer = Answer<'Result'>;
export type PreviewAnswer = Answer<'PreviewResult'>;

export type HealthAnswer = Answer<'Health'>;
/** `GET /health/live`. */
export type LivenessAnswer = Answer<'Liveness'>;
export type HealthCheck = Answer<'HealthCheck'>;
/** `GET /api`. */
export type IndexAnswer = Answer<'Index'>;

export type ExampleAnswer = Answer<'Example'>;
/** `GET /problems/…`. */
export type ProblemMeaning = Answer<'ProblemMeaning'>;
/** Every error of every path. */
export type ProblemBody = Answer<'Problem'>;

/** The data of the event `label.updated`. */
export type LabelUpdated = Pick<LabelAnswer, 'label' | 'image' | 'warnings' | 'step'>;
/** The data of the event `label.refreshing`. */
export type LabelRefreshing = Answer<'Refresh'> & { readonly id: string };
/** The data of the event `label.displayed`. */
export interface LabelDisplayed {
  readonly id: string;
  readonly revision: number;
  readonly displayed_at: string;
}

/** The data of the event `label.updated` in the stream of all labels. */
export interface ShelfUpdated
  extends
    Pick<LabelView, 'id' | 'revision' | 'updated_at' | 'device' | 'layout' | 'sku' | 'locale' | 'currency'>,
    Readonly<Record<'product_name' | 'price' | 'unit', string | null>> {
  readonly tag: Pick<NonNullable<LabelView['tag']>, 'state' | 'ready_at' | 'shown_revision' | 'trouble'>;
}

/** The data of the event `label.deleted` in the stream of all labels. */
export interface ShelfDeleted {
  readonly id: string;
}

/** `GET /api/esl/requests`. */
export type RequestsAnswer = Answer<'Requests'>;
export type KeptRequest = Answer<'KeptRequest'>;

/** The data of the event `bye`. */
export interface Bye {
  readonly reason: CloseReason;
}

/** An answer without the id of its request. */
export type Anonymous<A> = Omit<A, 'request_id'>;
