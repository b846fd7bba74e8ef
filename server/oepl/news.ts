import type { Dependencies } from '../http/dependencies.js';
import type { LabelContext } from '../labels/context.js';
import type { EventReader } from '../labels/events.js';
import type { AccessPoint } from './access-point.js';
import type { Directory } from './directory.js';
import type { Sockets } from './sockets.js';
import type { Views } from './views.js';

/** Milliseconds between two messages about the access point, and between two lists of the tags. */
const tickMs = 5_000;

/** Reports about a tag that clients have not received. */
export interface Due {
  /** The tag has a new picture. */
  updated: boolean;
  /** The tag shows its newest picture. */
  displayed: boolean;
}

/** Publishes the due states tag by tag; a tag that changed in between publishes only its newest. */
function createPublish({ dependencies: { log }, directory, views, sockets }: NewsParts) {
  const due = new Map<string, Due>();
  let publishing = false;
  const publish = async (id: string, { updated, displayed }: Due): Promise<void> => {
    const tag = await directory.tag(id);
    if (!tag) return;
    if (updated) sockets.send({ logMsg: `Updating ${tag.mac}` });
    if (displayed) sockets.send({ logMsg: `${tag.mac} reports xfer complete\r\n` });
    sockets.send({ tags: [await views.of(tag, '/ws')] });
  };
  const publishAll = async (): Promise<void> => {
    publishing = true;
    for (const [id, what] of due) {
      due.delete(id);
      await publish(id, what).catch((error: unknown) => {
        log.error({ err: error }, 'A tag could not be reported');
      });
    }
    publishing = false;
  };
  return (id: string, what: Partial<Due> = {}): void => {
    if (sockets.count() === 0) return;
    due.set(id, { updated: false, displayed: false, ...due.get(id), ...what });
    if (!publishing) void publishAll();
  };
}

interface NewsParts {
  readonly dependencies: Pick<LabelContext, 'events'> & Pick<Dependencies, 'log'>;
  readonly directory: Directory;
  readonly views: Views;
  readonly sockets: Sockets;
  readonly accessPoint: AccessPoint;
}

/** Publishes the changes of tags until the reader is closed. */
async function hear(
  { next }: EventReader,
  ids: () => ReadonlySet<string>,
  publish: ReturnType<typeof createPublish>,
): Promise<void> {
  for (let found = await next(); found !== null; found = await next()) {
    if (found === 'reset') for (const id of ids()) publish(id);
    else for (const { id, kind } of found) if (ids().has(id)) publish(id, { [kind]: true });
  }
}

/** Sends the changes of the tags as long as there are clients. */
export function createNews(parts: NewsParts) {
  const { dependencies, directory, sockets, accessPoint } = parts;
  const { events, log } = dependencies;
  const publish = createPublish(parts);
  let ids: ReadonlySet<string> = new Set();
  let reader: Promise<EventReader> | null = null;
  /** Connections that wait for the reader. */
  let joining = 0;

  const leave = (): void => {
    reader?.then(
      ({ close }) => {
        close();
      },
      () => undefined,
    );
    reader = null;
  };
  const failed = (message: string) => (error: unknown) => {
    log.error({ err: error }, message);
  };
  const open = async (): Promise<EventReader> => {
    const opened = await events.open(null);
    hear(opened, () => ids, publish).catch((error: unknown) => {
      failed('The changes of tags could not be read')(error);
      // The next tick opens another one.
      leave();
    });
    return opened;
  };
  const read = async (): Promise<void> => {
    await (reader ??= open().catch((error: unknown) => {
      reader = null;
      throw error;
    }));
    const tags = await directory.list();
    accessPoint.counted(tags.length);
    ids = new Set(tags.map(({ label }) => label.id));
  };
  const follow = (): Promise<void> => {
    joining++;
    return read().finally(() => joining--);
  };
  const tick = async (): Promise<void> => {
    if (sockets.count() + joining === 0) leave();
    else if (sockets.count() > 0) {
      await read();
      sockets.send({ sys: accessPoint.state() });
    }
  };
  const timer = setInterval(() => {
    tick().catch(failed('The tags could not be listed'));
  }, tickMs);
  timer.unref();
  return {
    /** Resolves when all later changes of tags reach the clients. */
    follow,
    /** Publishes soon the state of a tag and its reports. */
    tag: publish,
    /** Publishes a failure, in the words of an access point if it has some. */
    error(text: string): void {
      sockets.send({ errMsg: text });
    },
    close(): void {
      clearInterval(timer);
      leave();
    },
  };
}
