import { Busboy } from '@fastify/busboy';
import type { Context, Handler } from '../dependencies.js';
import { readForm } from './read-body.js';

export interface FormFields {
  text(name: string): string | undefined;
  /** The first file; `before` returns the first text with this name that precedes it. Null: no file. */
  readonly file: { readonly bytes: Uint8Array; before(name: string): string | undefined } | null;
}

const partsType = 'multipart/form-data';
const types = [partsType, 'application/x-www-form-urlencoded'];
/** Limits of the parser: clients send ten fields. */
const limits = { fields: 64, files: 1, parts: 65, fieldNameSize: 64, headerPairs: 16 } as const;

/** Reads a form of at most `limit` bytes. Other bodies and malformed forms have no fields. */
export function form(limit: number): Handler {
  const read = readForm(limit);
  return async function readFields(ctx, next) {
    if (ctx.request.is(types)) {
      await read(ctx, () => Promise.resolve());
      const sent = { body: ctx.request.body as Buffer, type: ctx.get('Content-Type') };
      const { body, type } = ctx.request.is(partsType) ? cutForm(sent.body, sent.type) : sent;
      ctx.request.body = await parse(body, type).catch(() => formOfParts([]));
    } else {
      // The body stays unread.
      ctx.set('Connection', 'close');
      ctx.request.body = formOfParts([]);
    }
    await next();
  };
}

/** The form that {@link form} has read. */
export function formOf(ctx: Context): FormFields {
  return ctx.request.body as FormFields;
}

/** A text or a file, in the order in which they were sent. */
type FormPart = readonly [name: string, value: string | Buffer];

/** A boundary has at most 70 characters (RFC 2046). */
const boundaryIn = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i;

/** Cuts a form in parts after those that are read: of 400,000 parts, the parser would make an object each. */
function cutForm(body: Buffer, type: string): { readonly body: Buffer; readonly type: string } {
  const [, quoted, bare] = boundaryIn.exec(type) ?? [];
  const boundary = quoted ?? bare ?? '';
  const delimiter = `\r\n--${boundary}`;
  let at = 0;
  for (let parts = 0; parts <= limits.parts && at >= 0; parts++) at = body.indexOf(delimiter, at + 1);
  return {
    body: at < 0 ? body : Buffer.concat([body.subarray(0, at), Buffer.from(`${delimiter}--\r\n`)]),
    // So that the parser uses the same boundary.
    type: `${partsType}; boundary="${boundary}"`,
  };
}

/** @throws for a malformed form */
function parse(body: Buffer, type: string): Promise<FormFields> {
  return new Promise((resolve, reject) => {
    const parts: FormPart[] = [];
    const parser = new Busboy({
      headers: { 'content-type': type },
      limits: { ...limits, fieldSize: body.length, fileSize: body.length },
    });
    parser.on('field', (name, value) => parts.push([name, value]));
    parser.on('file', (name, file) => {
      const chunks: Buffer[] = [];
      // A file keeps the place where it begins, before the fields that follow it.
      const at = parts.push([name, Buffer.alloc(0)]) - 1;
      file.on('data', (chunk: Buffer) => chunks.push(chunk));
      file.on('error', reject);
      file.on('end', () => (parts[at] = [name, chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)]));
    });
    parser.on('error', reject);
    parser.on('finish', () => {
      resolve(formOfParts(parts));
    });
    parser.end(body);
  });
}

function formOfParts(parts: readonly FormPart[]): FormFields {
  const first = (list: readonly FormPart[], name: string): string | undefined => {
    for (const [own, value] of list) if (own === name && typeof value === 'string') return value;
    return undefined;
  };
  const at = parts.findIndex(([, value]) => typeof value !== 'string');
  const file = parts[at]?.[1];
  const earlier = parts.slice(0, Math.max(0, at));
  return {
    text: (name) => first(parts, name),
    file: file instanceof Buffer ? { bytes: file, before: (name) => first(earlier, name) } : null,
  };
}
