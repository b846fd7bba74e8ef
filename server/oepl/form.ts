import type { Context, Handler } from '../http/dependencies.js';
import { readForm } from '../http/middleware/read-body.js';

/** The fields of a form, in the order in which they were sent. */
export interface Form {
  /** The first text with this name. */
  text(name: string): string | undefined;
  /** The first file, and the texts before it. Null: there is no file. */
  readonly file: { readonly bytes: Uint8Array; before(name: string): string | undefined } | null;
}

const types = ['multipart/form-data', 'application/x-www-form-urlencoded'];

/** Reads a form of at most `limit` bytes. Another body, and a form that can't be parsed, has no fields. */
export function form(limit: number): Handler {
  const read = readForm(limit);
  return async function readFields(ctx, next) {
    if (!ctx.request.is(types)) {
      ctx.set('Connection', 'close');
      ctx.request.body = await fieldsOf([]);
      await next();
    } else {
      await read(ctx, async () => {
        const body = ctx.request.body as Uint8Array;
        ctx.request.body = await fieldsOf(await entriesOf(body, ctx.get('Content-Type')));
        await next();
      });
    }
  };
}

/** The form that {@link form} has read. */
export function formOf(ctx: Context): Form {
  return ctx.request.body as Form;
}

type Entry = readonly [name: string, value: string | Blob];

async function entriesOf(body: Uint8Array, type: string): Promise<readonly Entry[]> {
  try {
    const parsed = await new Response(body, { headers: { 'Content-Type': type } }).formData();
    return [...parsed] as readonly Entry[];
  } catch {
    return [];
  }
}

async function fieldsOf(entries: readonly Entry[]): Promise<Form> {
  const textIn = (list: readonly Entry[], name: string): string | undefined => {
    const value = list.find(([own, text]) => own === name && typeof text === 'string')?.[1];
    return typeof value === 'string' ? value : undefined;
  };
  const at = entries.findIndex(([, value]) => typeof value !== 'string');
  const blob = entries[at]?.[1];
  const earlier = entries.slice(0, Math.max(at, 0));
  return {
    text: (name) => textIn(entries, name),
    file:
      blob instanceof Blob
        ? { bytes: new Uint8Array(await blob.arrayBuffer()), before: (name) => textIn(earlier, name) }
        : null,
  };
}
