import type { Validator } from '../../devices/index.js';
import type { Layout } from './document.js';

/** The schema as code, which `.ci/validators.mjs` writes when the project is built. */
export const validateLayout: Validator<Omit<Layout, 'id'>>;
