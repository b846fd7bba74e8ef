import type {
  Binding,
  DrawnBox,
  FilmedRefresh,
  TagPictureOptions,
  TagTemplate,
  ScaleOptions,
  Update,
  InkView,
  Warning,
} from '../../../renderer/index.js';
import type { BulkForm } from '../../fields/bulk.js';
import type { Checked } from '../../fields/checked.js';
import type { Body } from '../../fields/json.js';
import type { ImageOptions, DisplayedImage, LabelImage } from './label-image.js';
import type { Draft, DrawnDraft, StoredLabel } from '../store/index.js';
import type { LayoutSource } from './source.js';

/** Jobs are plain data, which can be sent to a thread. */
interface Job {
  /** The layout, or why there is none. */
  readonly layout: Checked<LayoutSource>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A job whose result may be refused. */
interface LintJob extends Job {
  /** Whether labels without lint are checked, too: the server is strict. Absent: no. */
  readonly strict?: boolean;
}

/** An update to draw on a label as it is bound. */
export interface DraftJob extends LintJob {
  readonly label: Pick<StoredLabel, 'id' | 'binding'>;
  readonly update: Update;
  /** Of the clean-up. */
  readonly warnings: readonly Warning[];
}

/** How a picture gets on the panel: as a tag's firmware shows a JPEG, or scaled into the panel. */
export type PictureOptions = TagPictureOptions | ScaleOptions;

/** A picture to show on a label in place of fields: a file, or what OpenEPaperLink's access point draws. */
export interface PictureJob {
  readonly picture: Uint8Array | TagTemplate;
  readonly options: PictureOptions;
  readonly binding: Binding;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A binding to check, and the content to redraw with it. */
export interface BindJob extends LintJob {
  readonly body: Body;
  /** Whether the label shows nothing until its next update, so that its currency can change. */
  readonly clear: boolean;
  /** The present label; null: it does not exist. */
  readonly seen: {
    readonly binding: Binding;
    /** Null before the first update. */
    readonly current: Pick<Draft, 'update' | 'content' | 'warnings' | 'layout_version'> | null;
  } | null;
}

export interface BindResult {
  readonly binding: Binding;
  /** Whether the label already has this binding, and shows this version of the layout. */
  readonly same: boolean;
  readonly draft: Draft | null;
}

/** The bytes of a body whose JSON takes milliseconds to parse and to check, so that a thread does it. */
export interface UnparsedBody {
  readonly json: Uint8Array;
}

/** A bulk of updates to parse and to check. */
export interface BulkJob extends UnparsedBody {
  readonly form: BulkForm;
}

/** Fields to draw without storing anything. */
export interface PreviewJob {
  readonly body: Body | UnparsedBody;
  /** The layout, or why there is none; null: the fields have a document, or name a file. */
  readonly layout: Checked<LayoutSource> | null;
  /** The only panel that the fields may name; absent: they name any. */
  readonly device?: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What a preview shows, or its problems; `layoutId`: an unparsed body names a layout that no file has. */
export type PreviewResult = Checked<Preview> & { readonly layoutId?: string };

export interface Preview {
  readonly draft: DrawnDraft;
  /** The image in the requested view and scale. */
  readonly png: Uint8Array;
  /** Null: not requested. */
  readonly boxes: readonly DrawnBox[] | null;
}

/** A document in JSON, without blanks, and the problems of its keys. */
export interface ReadDocument extends Pick<Body, 'problems'> {
  readonly document: string;
}

export interface LayoutJob {
  readonly id: string;
  /** JSON. */
  readonly document: string;
}

export interface VariantJob {
  readonly image: DisplayedImage;
  readonly device: string;
  readonly options: ImageOptions;
}

/** A refresh to show as an animation. */
export interface RefreshJob {
  readonly from: LabelImage;
  readonly to: LabelImage;
  readonly device: string;
  readonly refresh: FilmedRefresh;
  readonly view: InkView;
}

/** The measured stages of a job. */
export const drawingStages = ['validate', 'arrange', 'draw', 'encode'] as const;
export type DrawingStage = (typeof drawingStages)[number];
