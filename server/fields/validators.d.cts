import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { BindingFields, Update } from '../../renderer/index.js';
import type { DeviceSearch } from './search-devices.js';
import type {
  DecodeQuery,
  FrameQuery,
  ImageQuery,
  LabelImageQuery,
  PageQuery,
  PreviewFields,
  RefreshQuery,
} from './schemas.js';

/** The schemas as code, which `.ci/validators.mjs` writes when the project is built. */
export const validateUpdate: ValidateFunction<Update>;
export const validateBinding: ValidateFunction<BindingFields>;
export const validatePreview: ValidateFunction<PreviewFields>;
export const validateImageQuery: ValidateFunction<ImageQuery>;
export const validateLabelImageQuery: ValidateFunction<LabelImageQuery>;
export const validateRefreshQuery: ValidateFunction<RefreshQuery>;
export const validatePageQuery: ValidateFunction<PageQuery>;
export const validateDeviceSearch: ValidateFunction<DeviceSearch>;
export const validateFrameQuery: ValidateFunction<FrameQuery>;
export const validateDecodeQuery: ValidateFunction<DecodeQuery>;
