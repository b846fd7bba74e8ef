import type { NodeKind, NodeOf } from '../types.js';
import { ink, node } from '../values.js';

const schema = node('line', 'A rule: a filled rectangle.', { ink });

export type LineNode = NodeOf<typeof schema>;

export const line = { schema, shows: 'nothing' } as const satisfies NodeKind<LineNode>;
