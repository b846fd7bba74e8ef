import type { Binding, Content } from '../../renderer/index.js';
import type { Dependencies } from './dependencies.js';
import type { Draft, ImageFacts, Revision, StoredLabel } from '../labels/store/index.js';

/** The one JSON shape of a label. */
export function labelView({ id, binding, current }: StoredLabel): Record<string, unknown> {
  return {
    id,
    revision: current?.revision ?? 0,
    updated_at: current?.updated_at ?? null,
    ...boundView(binding, current?.layout_version ?? null),
    content: current ? contentView(current.content) : null,
  };
}

/** A label with its image and what was not drawn as asked: the answer to an update, to GET and to PUT. */
export function resultView(dependencies: Dependencies, label: StoredLabel, warnings = label.current?.warnings ?? []) {
  const device = dependencies.devices.get(label.binding.device);
  const image = label.current?.image ?? (device ? dependencies.images.blank(device).image : null);
  return {
    success: true,
    label: labelView(label),
    image: image && imageView(image, `/api/esl/labels/${label.id}/image.png`),
    warnings,
  };
}

/** One of the kept contents of a label. */
export function revisionView(id: string, revision: Revision): Record<string, unknown> {
  const { revision: number, updated_at, binding, layout_version, content, image, warnings } = revision;
  return {
    revision: number,
    updated_at,
    ...boundView(binding, layout_version),
    content: contentView(content),
    image: imageView(image, `/api/esl/labels/${id}/revisions/${number}/image.png`),
    warnings,
  };
}

/** The answer to an update, for a label that nobody stored. */
export function previewView(drawn: Draft, png: Uint8Array): Record<string, unknown> {
  const { binding, layout_version, content, image, warnings } = drawn;
  const bound = boundView(binding, layout_version);
  const { width, height, inks, sha256 } = image;
  const data_uri = `data:image/png;base64,${Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString('base64')}`;
  return {
    success: true,
    label: { id: 'preview', revision: 0, updated_at: null, ...bound, content: contentView(content) },
    image: { data_uri, width, height, inks, sha256 },
    warnings,
  };
}

function boundView({ device, layout, ...rest }: Binding, layoutVersion: number | null): Record<string, unknown> {
  return { device, layout, layout_version: layoutVersion, ...rest };
}

function contentView({ product_name, price, unit, sku, date, model_line }: Content): Record<string, string> {
  return { product_name, price, unit, sku, date, model_line };
}

function imageView({ width, height, inks, sha256 }: ImageFacts, url: string): Record<string, unknown> {
  return { url, width, height, inks, sha256 };
}
