import type { DeviceView } from '../../http/answers.js';

export function nameOf({ vendor, model }: DeviceView): string {
  return `${vendor} ${model}`;
}

/** "296×128 · white, black, red". */
export function factsOf({ width, height, inks }: DeviceView): string {
  return `${width}×${height} · ${inks.map(({ name }) => name.replace('_', ' ')).join(', ')}`;
}
