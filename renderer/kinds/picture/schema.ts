import type { NodeKind, NodeOf } from '../types.js';
import { aligned, dataUri, node } from '../values.js';

const schema = node(
  'picture',
  'A PNG or JPEG in the inks of the panel.',
  {
    source: {
      ...dataUri,
      description:
        'A data URI; or a field in braces that names one of the layout’s pictures. A layout file may also name a file beside it.',
      examples: ['{data.logo}'],
    },
    fit: { enum: ['contain', 'cover', 'stretch'], description: 'Absent: contain.' },
    dither: { enum: ['none', 'ordered', 'floyd-steinberg'], description: 'Absent: floyd-steinberg.' },
    ...aligned,
  },
  ['source'],
);

export type PictureNode = NodeOf<typeof schema>;

export const picture = {
  schema,
  shows: 'picture',
  text: 'source',
  template: (node: PictureNode) => (isNamed(node) ? node.source : undefined),
  causes: ['PICTURE_UNKNOWN'],
  check(node: PictureNode, { isPicture }) {
    if (!isNamed(node)) isPicture(node.source, 'source');
  },
} as const satisfies NodeKind<PictureNode>;

/** Whether a field selects one of the layout's pictures. */
export function isNamed({ source }: Pick<PictureNode, 'source'>): boolean {
  return source.startsWith('{');
}
