import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { TagType } from '../../../server/oepl/tag-type.js';
import type { TagListEntry } from '../../../server/oepl/tag-view.js';
import type { RunningServer } from '../server.js';

/** The messages of an access point on `/ws`. */
export interface Message {
  readonly tags?: readonly TagListEntry[];
  readonly sys?: { readonly recordcount: number; readonly apstate: number; readonly currtime: number };
  readonly logMsg?: string;
  readonly errMsg?: string;
}

export interface Listening {
  readonly heard: readonly Message[];
  /** The first matching message, past or future. */
  until(isIt: (message: Message) => boolean): Promise<Message>;
  close(): void;
  readonly socket: WebSocket;
}

export interface Said {
  readonly status: number;
  readonly text: string;
}

/** An upload of Home Assistant, with its order of fields. */
interface Upload {
  readonly mac: string;
  readonly jpeg: Uint8Array;
  readonly fields?: Readonly<Record<string, string>>;
}

/** The address of a server's access point, without a slash at the end. */
export const accessPointOf = ({ output }: RunningServer): string => /access point: (\S+)\/\n/.exec(output.stdout)![1]!;

/**
 * A client with the requests of Home Assistant's integration (OpenEPaperLink/Home_Assistant_Integration f28c2176:
 * coordinator.py, upload.py, image.py, text.py, config_flow.py).
 * @param url without a slash at the end
 */
export function oeplClient(url: string) {
  const get = async (path: string): Promise<Said> => said(await fetch(`${url}${path}`));
  const json = async <T>(path: string): Promise<T> => (await (await fetch(`${url}${path}`)).json()) as T;
  const post = async (path: string, body: FormData | URLSearchParams): Promise<Said> =>
    said(await fetch(`${url}${path}`, { method: 'POST', body }));
  return {
    get,
    json,
    post,
    /** All tags, page by page. */
    async tags(): Promise<readonly TagListEntry[]> {
      const tags: TagListEntry[] = [];
      for (let position = 0; ;) {
        const page = await json<{ tags: readonly TagListEntry[]; continu?: number }>(
          position > 0 ? `/get_db?pos=${position}` : '/get_db',
        );
        tags.push(...page.tags);
        if (!page.continu) return tags;
        position = page.continu;
      }
    },
    upload({ mac, jpeg, fields = {} }: Upload): Promise<Said> {
      const form = new FormData();
      const sent = { mac, contentmode: '25', dither: '2', ttl: '1', lut: '1', ...fields };
      for (const [name, value] of Object.entries(sent)) form.append(name, value);
      form.append('image', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'image.jpg');
      return post('/imgupload', form);
    },
    /** The last transfer to the tag; null: none. */
    async raw(mac: string): Promise<Buffer | null> {
      const response = await fetch(`${url}/current/${mac}.raw`);
      return response.status === 200 ? Buffer.from(await response.arrayBuffer()) : null;
    },
    /** Posts fields. @returns the status and the text in one line */
    set: (path: string, fields: Record<string, string>) => lineOf(post(path, new URLSearchParams(fields))),
    save: (fields: Record<string, string>) => post('/save_cfg', new URLSearchParams(fields)),
    command: (mac: string, cmd: string) => post('/tag_cmd', new URLSearchParams({ mac, cmd })),
    listen: () => listen(url),
  };
}

/** The status and the text of an answer in one line. */
export async function lineOf(answer: Promise<Said>): Promise<string> {
  const { status, text } = await answer;
  return `${status} ${text}`;
}

async function said(response: Response): Promise<Said> {
  return { status: response.status, text: await response.text() };
}

async function listen(url: string): Promise<Listening> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  const heard: Message[] = [];
  let wake = (): void => undefined;
  socket.on('message', (data: Buffer) => {
    heard.push(JSON.parse(data.toString()) as Message);
    wake();
  });
  await once(socket, 'open');
  return {
    heard,
    socket,
    async until(isIt) {
      for (;;) {
        const found = heard.find(isIt);
        if (found) return found;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close() {
      socket.terminate();
    },
  };
}

/**
 * Decodes a raw picture to red, green and blue like the integration's image_decompressor.py, row by row from the top left.
 */
export function coloursOfRaw(raw: Buffer, { width, height, rotatebuffer, bpp, colortable }: TagType): Buffer {
  const turned = rotatebuffer % 2 === 1;
  const [across, down] = turned ? [height, width] : [width, height];
  const plane = (across * down) / 8;
  const bit = (byte: number, i: number) => (((raw[byte + (i >> 3)] ?? 0) >> (7 - (i & 7))) & 1) as 0 | 1;
  const colours = Object.values(colortable);
  const at = (x: number, y: number): readonly number[] => {
    const i = y * across + x;
    if (bpp === 5) return colours[(raw[i >> 2]! >> (6 - 2 * (i & 3))) & 3]!;
    return bit(0, i) ? colortable.black! : bit(plane, i) ? colours[2]! : colortable.white!;
  };
  const place = (x: number, y: number): readonly number[] => {
    switch (rotatebuffer) {
      case 1:
        return at(y, width - 1 - x);
      case 2:
        return at(width - 1 - x, height - 1 - y);
      case 3:
        return at(height - 1 - y, x);
      default:
        return at(x, y);
    }
  };
  const rgb = Buffer.alloc(width * height * 3);
  for (let y = 0, i = 0; y < height; y++) for (let x = 0; x < width; x++, i += 3) rgb.set(place(x, y), i);
  return rgb;
}
