import type { DeviceProfile } from './schema.js';
import type { Validator } from './schema-types.js';

/** The schema as code, which `.ci/validators.mjs` writes when the project is built. */
export const validateProfile: Validator<DeviceProfile>;
