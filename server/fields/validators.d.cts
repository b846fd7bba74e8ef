import type { ValidateFunction } from 'ajv/dist/2020.js';

/** The schemas as code, which `.ci/validators.mjs` writes when the project is built. */
export const validateUpdate: ValidateFunction;
export const validateBinding: ValidateFunction;
export const validatePreview: ValidateFunction;
export const validateImageQuery: ValidateFunction;
export const validatePageQuery: ValidateFunction;
