import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { DeviceProfile } from './schema.js';

/** The schema as code, which `.ci/validators.mjs` writes when the project is built. */
export const validateProfile: ValidateFunction<DeviceProfile>;
