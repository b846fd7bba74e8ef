import type { Binding, Content } from '../../renderer/index.js';
import type { Reason } from '../fields/field-problem.js';
import { codeAt, codes, parentOf, Problem } from '../fields/problem.js';
import { withoutSecrets } from '../keys/text.js';
import type { ImageFacts, RecordedAnswer, Revision, StoredLabel } from '../labels/store/index.js';
import type { RecordedResult, LabelResult } from '../labels/labels.js';
import { tagView } from '../labels/tag/view.js';
import type { Preview } from '../labels/drawing/job-kinds.js';
import type {
  Anonymous,
  ContentView,
  ImageView,
  LabelAnswer,
  LabelView,
  PreviewAnswer,
  ProblemBody,
  RevisionView,
  UpdateAnswer,
} from './answers.js';
import type { Context, Dependencies } from './dependencies.js';

export function labelView({ id, binding, current, tag }: StoredLabel, now: Date): LabelView {
  return {
    id,
    revision: current?.revision ?? 0,
    updated_at: current?.updated_at ?? null,
    ...boundView(binding, current?.layout_version ?? null),
    content: current?.content ? contentView(current.content) : null,
    ...(current?.face !== undefined && { face: current.face }),
    tag: tagView(tag, now.getTime()),
  };
}

/** What the bodies of answers are made with. */
export type ViewTools = Pick<Dependencies, 'devices' | 'images' | 'clock'>;

/** A label with its image, warnings and step: the answer to an update, GET and PUT. */
export function resultView(
  { devices, images, clock }: ViewTools,
  label: StoredLabel,
  warnings = label.current?.warnings ?? [],
  now = clock(),
): Anonymous<LabelAnswer> {
  const device = devices.get(label.binding.device);
  const image = label.current?.image ?? (device ? images.blank(device).image : null);
  return {
    success: true,
    label: labelView(label, now),
    image: image && imageView(image, `/api/esl/labels/${label.id}/image.png`),
    warnings,
    ...(label.current?.findings && { findings: label.current.findings }),
    step: label.current?.step ?? null,
  };
}

/** The answer to a request that has changed a label. */
export function changeView(tools: ViewTools, { label, at, warnings }: LabelResult): Anonymous<LabelAnswer> {
  return resultView(tools, label, [...warnings, ...(label.current?.warnings ?? [])], new Date(at));
}

/** The answer to an update. @throws {Problem} without an image: a simulated update of a label that was never drawn, on a panel that is gone */
export function withImage(result: Anonymous<LabelAnswer>): Anonymous<UpdateAnswer> {
  const { image } = result;
  if (!image) throw new Problem('NOT_FOUND', 'The panel profile of the label is no longer loaded');
  return { ...result, image };
}

export function recordedResult({ label, note }: RecordedAnswer): LabelResult {
  // The key belongs to one request, which was about a label.
  return { ...(note as RecordedResult), label: label! };
}

/** A revision of a label as JSON. */
export function revisionView(id: string, revision: Revision): RevisionView {
  const {
    revision: number,
    updated_at,
    binding,
    layout_version,
    content,
    image,
    warnings,
    findings,
    step,
    face,
  } = revision;
  return {
    revision: number,
    updated_at,
    ...boundView(binding, layout_version),
    content: content && contentView(content),
    image: imageView(image, `/api/esl/labels/${id}/revisions/${number}/image.png`),
    warnings,
    ...(findings && { findings }),
    ...(face !== undefined && { face }),
    step,
  };
}

/** The answer to a preview: like that to an update, for a label that is not stored. */
export function previewView({ draft, png, boxes }: Preview): Anonymous<PreviewAnswer> {
  const { binding, layout_version, content, image, warnings, findings, step } = draft;
  const bound = boundView(binding, layout_version);
  const { width, height, inks, sha256 } = image;
  const data_uri = `data:image/png;base64,${Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString('base64')}`;
  return {
    success: true,
    label: { id: 'preview', revision: 0, updated_at: null, ...bound, content: contentView(content), tag: null },
    image: { data_uri, width, height, inks, sha256 },
    warnings,
    ...(findings && { findings }),
    step,
    ...(boxes && { boxes }),
  };
}

/** Answers in JSON that no cache may keep, with the id of the request. */
export function answer<Answer>(ctx: Context, body: Anonymous<Answer>, requestId = ctx.state.requestId): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.body = { ...body, request_id: requestId };
}

/** The body of every error: RFC 9457 with a few more members. `instance` is the path, if it is known; absent for an outcome of a bulk. */
export function problemBody(problem: Problem, requestId: string, instance?: string): ProblemBody {
  const { status, detail, options } = problem;
  const code = codeAt(problem.code, instance);
  // The reason is as fine as the code of other operations.
  const reason = problem.code.toLowerCase() as Reason;
  const { errors = code === problem.code ? undefined : [{ field: '', reason, message: detail }] } = options;
  return {
    success: false,
    type: codes[problem.code].type,
    ...parentOf(problem.code),
    title: options.title ?? codes[problem.code].title,
    status,
    code,
    detail,
    ...(instance === undefined ? {} : { instance: instance.slice(0, 256) }),
    request_id: requestId,
    ...options.members,
    ...(errors && { errors }),
  };
}

/** The body as it is sent. A key that stood in the request, in its path or in a field, is sent back without its secret. */
export function problemText(...problem: Parameters<typeof problemBody>): string {
  return withoutSecrets(JSON.stringify(problemBody(...problem)));
}

/** The media type of an error: that of RFC 9457, unless the Accept header names plain JSON only. */
export function problemType(accept: string | undefined): string {
  const types = (accept ?? '').split(',').map((type) => type.split(';', 1)[0]!.trim().toLowerCase());
  return types.every((type) => type === 'application/json') ? 'application/json' : 'application/problem+json';
}

function boundView<Version extends number | null>({ device, layout, ...rest }: Binding, layoutVersion: Version) {
  return { device, layout, layout_version: layoutVersion, ...rest };
}

function contentView({ product_name, price, unit, sku, date, model_line }: Content): ContentView {
  return { product_name, price, unit, sku, date, model_line };
}

function imageView({ width, height, inks, sha256 }: ImageFacts, url: string): ImageView {
  return { url, width, height, inks, sha256 };
}
