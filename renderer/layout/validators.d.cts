import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Layout } from './document.js';

/** The schema as code, which `.ci/validators.mjs` writes when the project is built. */
export const validateLayout: ValidateFunction<Omit<Layout, 'id'>>;
