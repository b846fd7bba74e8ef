import type { Binding, DrawnBox, FilmedRefresh, Update, View, Warning } from '../../../renderer/index.js';
import type { Checked } from '../../fields/checked.js';
import type { FieldProblem } from '../../fields/field-problem.js';
import type { Body } from '../../fields/json.js';
import type { Asked, DisplayedImage, LabelImage } from './label-image.js';
import type { Draft, DrawnDraft, StoredLabel } from '../store/index.js';
import type { DecodeJob, EncodeJob, Sent } from './frame-jobs.js';
import type { PictureJob } from './picture.js';
import type { LayoutSource } from './source.js';

/** What jobs have in common. They are plain data, which a thread can be sent. */
interface Job {
  /** The layout, or why there is none. */
  readonly layout: Checked<LayoutSource>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** An update to draw on a label as it is bound. */
export interface DraftJob extends Job {
  readonly label: Pick<StoredLabel, 'id' | 'binding'>;
  readonly update: Update;
  /** Of the clean-up. */
  readonly warnings: readonly Warning[];
}

/** A binding to check, and the content to draw anew with it. */
export interface BindJob extends Job {
  readonly body: Body;
  /** The label as it is; null: there is none. */
  readonly seen: {
    readonly binding: Binding;
    /** What it shows; null: nothing yet. */
    readonly current: Pick<Draft, 'update' | 'content' | 'warnings' | 'layout_version'> | null;
  } | null;
}

export interface Bound {
  readonly binding: Binding;
  /** Whether the label has this binding already, and shows this version of the layout. */
  readonly same: boolean;
  readonly draft: Draft | null;
}

/** Fields to draw without storing anything. */
export interface PreviewJob extends Job {
  readonly body: Body;
}

export interface Preview {
  readonly draft: DrawnDraft;
  /** The image in the view and scale that the fields ask for. */
  readonly png: Uint8Array;
  /** Null: they were not asked for. */
  readonly boxes: readonly DrawnBox[] | null;
}

export interface LayoutJob {
  readonly id: string;
  /** JSON. */
  readonly document: string;
}

export interface VariantJob {
  readonly image: DisplayedImage;
  readonly device: string;
  readonly asked: Asked;
}

/** A refresh to show as an animation. */
export interface RefreshJob {
  readonly from: LabelImage;
  readonly to: LabelImage;
  readonly device: string;
  readonly refresh: FilmedRefresh;
  readonly view: View;
}

/** What each kind of job is, and what comes of it. */
export interface JobKinds {
  readonly draft: { readonly job: DraftJob; readonly result: Checked<DrawnDraft> };
  readonly picture: { readonly job: PictureJob; readonly result: Checked<Draft> };
  readonly bind: { readonly job: BindJob; readonly result: Checked<Bound> };
  readonly preview: { readonly job: PreviewJob; readonly result: Checked<Preview> };
  /** What is wrong with a layout document. */
  readonly layout: { readonly job: LayoutJob; readonly result: readonly FieldProblem[] };
  readonly variant: { readonly job: VariantJob; readonly result: Uint8Array };
  readonly encode: { readonly job: EncodeJob; readonly result: Checked<Sent> };
  /** The PNG of what the panel shows. */
  readonly decode: { readonly job: DecodeJob; readonly result: Checked<Uint8Array> };
  readonly refresh: { readonly job: RefreshJob; readonly result: Uint8Array };
}

/** What the time of a job goes into. */
export const drawingStages = ['validate', 'arrange', 'draw', 'encode'] as const;
export type DrawingStage = (typeof drawingStages)[number];

/** The work on labels that takes long, or may. Each job depends on its data alone, and can be done in any thread. */
export type Jobs = { readonly [Kind in keyof JobKinds]: (job: JobKinds[Kind]['job']) => JobKinds[Kind]['result'] };

/** A job as a thread is sent it. */
export interface Task<Kind extends keyof JobKinds = keyof JobKinds> {
  readonly kind: Kind;
  readonly job: JobKinds[Kind]['job'];
}
