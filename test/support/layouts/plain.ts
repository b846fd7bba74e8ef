import { resolve } from 'node:path';
import { type Layout, loadLayouts } from '../../../renderer/index.js';

/** A folder with layouts for tests that need any label or any layout: no change of a shipped layout changes what they see. */
export const plainLayoutDir = resolve('test/support/layouts');
const { id, ...document } = loadLayouts([plainLayoutDir]).get('plain')!;
/** The layout `plain`, and its document as it is sent. */
export const plainLayout: Layout = { ...document, id };
export const plainDocument: object = document;
