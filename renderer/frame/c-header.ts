import type { Device } from '../../devices/index.js';
import type { EncodedFrame } from './encode.js';

const perLine = 12;

/**
 * The planes as arrays of a C header, for firmware: `<name>_plane_0` and so on, numbered like the encoding's planes, with their
 * length, the panel, and the registers that the bytes belong to. An omitted plane has no array. An encoding with a framing has
 * one array, `<name>_frame`.
 * @param name a C identifier
 * @example
 * import { cHeader, encodeFrame, loadDevices, openSimulator } from 'esl-simulator';
 *
 * const panel = loadDevices().get('solum-m2-2.9-bwr');
 * const milk = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L' };
 * const { frame } = (await openSimulator()).render(milk);
 * const header = cHeader(encodeFrame(frame, panel), panel, 'milk');
 * console.log(header.includes('milk_plane_0[4736]')); // true
 */
export function cHeader({ encoding, planes, bytes }: EncodedFrame, device: Device, name = 'esl_label'): string {
  const init = Object.entries(encoding.init).map(([register, value]) => `${register}=${value}`);
  const arrays = encoding.framing
    ? [array(`${name}_frame`, bytes, 'the planes in the framing of the wire')]
    : planes.map((plane) =>
        array(`${name}_plane_${plane.number}`, plane.bytes, plane.command ? `command ${plane.command}` : 'no command'),
      );
  const guard = `${name.toUpperCase()}_H`;
  return `/* ${device.id}, ${device.width}x${device.height}, encoding ${encoding.id}${init.length > 0 ? `, registers ${init.join(' ')}` : ''} */
#ifndef ${guard}
#define ${guard}

#include <stdint.h>

${arrays.join('\n')}
#endif
`;
}

function array(name: string, bytes: Uint8Array, what: string): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += perLine)
    lines.push(
      `  ${Array.from(bytes.subarray(at, at + perLine), (byte) => `0x${byte.toString(16).padStart(2, '0')}`).join(', ')},`,
    );
  return `/* ${what} */
#define ${name.toUpperCase()}_LENGTH ${bytes.length}
static const uint8_t ${name}[${bytes.length}] = {
${lines.join('\n')}
};
`;
}
