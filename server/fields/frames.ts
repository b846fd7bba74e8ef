import type { Device, Encoding } from '../../devices/index.js';
import { type EncodedFrame, onePlane, suggestion } from '../../renderer/index.js';
import type { Checked } from './checked.js';
import { cut } from './field-problem.js';

/** The encoding of a panel that `id` names: its first if there is no id. */
export function encodingOf(device: Device, id: string | undefined): Checked<Encoding> {
  const { encodings } = device;
  const encoding = id === undefined ? encodings[0] : encodings.find((one) => one.id === id);
  if (encoding) return { ok: true, value: encoding, warnings: [] };
  const known = encodings.map((one) => one.id);
  const expected =
    known.length === 0
      ? `a panel with an encoding: no source tells what ${device.id} is sent`
      : `one of ${known.join(', ')} for encoding`;
  const received = cut(id ?? '');
  const but = id === undefined ? 'none' : `"${received}"${suggestion(received, known)}`;
  const message = `Expected ${expected} but received ${but}`;
  return { ok: false, problems: [{ field: 'encoding', reason: 'unknown_encoding', message, received }] };
}

/** All that is sent, or one plane of it, which then has no framing. A plane that is left out has no bytes. */
export function chosenPlanes(frame: EncodedFrame, plane: number | undefined): Checked<EncodedFrame> {
  if (plane === undefined) return { ok: true, value: frame, warnings: [] };
  const { id, planes } = frame.encoding;
  const last = planes.length - 1;
  if (plane <= last) return { ok: true, value: onePlane(frame, plane), warnings: [] };
  const message = `Expected ${last === 0 ? '0' : `0 to ${last}`} for plane, as ${id} has ${last + 1}, but received ${plane}`;
  return { ok: false, problems: [{ field: 'plane', reason: 'range', message, received: String(plane) }] };
}

/** What the bytes are, as the header X-ESL-Frame says it: a dictionary of RFC 9651. */
export function describeFrame({ encoding, planes, bytes }: EncodedFrame, device: Device): string {
  const listed = planes.map(({ number, command, bytes: own }) => {
    return `${number};bytes=${own.length}${command === null ? '' : `;command="${command}"`}`;
  });
  const members = [
    `device="${device.id}"`,
    `encoding="${encoding.id}"`,
    `bytes=${bytes.length}`,
    `planes=(${listed.join(' ')})`,
    ...(encoding.framing ? [`framing="${encoding.framing.kind}"`] : []),
  ];
  return members.join(', ');
}
