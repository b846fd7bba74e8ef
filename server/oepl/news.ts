import type { Dependencies } from '../http/dependencies.js';
import type { LabelContext } from '../labels/context.js';
import type { LabelEvent } from '../labels/events.js';
import type { AccessPoint } from './access-point.js';
import type { Directory } from './directory.js';
import type { Sockets } from './sockets.js';
import type { Views } from './views.js';

/** Milliseconds between two messages on the access point itself, and looks at which tags there are. */
const tickMs = 5_000;

/** What is still to be said of a tag. */
interface Due {
  /** It has a new picture. */
  updated: boolean;
  /** It shows its newest picture. */
  displayed: boolean;
}

/** What the clients of `/ws` hear. */
export interface News {
  /** Resolves when what happens to the tags from now on is heard. */
  follow(): Promise<void>;
  /** Tells how a tag stands, soon, and what has happened to it. */
  tag(id: string, what?: Partial<Due>): void;
  /** Tells that something failed, in the words of an access point where it has some. */
  error(text: string): void;
  close(): void;
}

interface Parts {
  readonly dependencies: Pick<LabelContext, 'hub'> & Pick<Dependencies, 'log'>;
  readonly directory: Directory;
  readonly views: Views;
  readonly sockets: Sockets;
  readonly accessPoint: AccessPoint;
}

/** Tells what is due of each tag, one tag after the other; of one that changes meanwhile, the newest state is told. */
function createTeller({ dependencies: { log }, directory, views, sockets }: Parts): News['tag'] {
  const due = new Map<string, Due>();
  let telling = false;
  const tell = async (id: string, { updated, displayed }: Due): Promise<void> => {
    const tag = await directory.tag(id);
    if (!tag) return;
    if (updated) sockets.send({ logMsg: `Updating ${tag.mac}` });
    if (displayed) sockets.send({ logMsg: `${tag.mac} reports xfer complete\r\n` });
    sockets.send({ tags: [await views.of(tag, '/ws')] });
  };
  const tellAll = async (): Promise<void> => {
    telling = true;
    for (const [id, what] of due) {
      due.delete(id);
      await tell(id, what).catch((error: unknown) => {
        log.error({ err: error }, 'A tag could not be told of');
      });
    }
    telling = false;
  };
  return (id, what = {}) => {
    if (sockets.count() === 0) return;
    due.set(id, { updated: false, displayed: false, ...due.get(id), ...what });
    if (!telling) void tellAll();
  };
}

/** Tells clients of the tags as long as there are clients. */
export function createNews(parts: Parts): News {
  const { dependencies, directory, sockets, accessPoint } = parts;
  const { hub, log } = dependencies;
  const followed = new Map<string, () => void>();
  const tell = createTeller(parts);

  const leave = (id: string): void => {
    followed.get(id)?.();
    followed.delete(id);
  };
  const hear = (event: LabelEvent): void => {
    if (event.kind === 'bye') leave(event.id);
    else tell(event.id, { [event.kind]: true });
  };
  const follow: News['follow'] = async () => {
    const tags = await directory.list();
    accessPoint.counted(tags.length);
    const ids = new Set(tags.map(({ label }) => label.id));
    for (const id of followed.keys()) if (!ids.has(id)) leave(id);
    for (const id of ids) if (!followed.has(id)) followed.set(id, hub.subscribe(id, hear));
  };
  const tick = async (): Promise<void> => {
    if (sockets.count() === 0) for (const id of followed.keys()) leave(id);
    else {
      await follow();
      sockets.send({ sys: accessPoint.state() });
    }
  };
  const timer = setInterval(() => {
    tick().catch((error: unknown) => {
      log.error({ err: error }, 'The tags could not be listed');
    });
  }, tickMs);
  timer.unref();
  return {
    follow,
    tag: tell,
    error(text) {
      sockets.send({ errMsg: text });
    },
    close() {
      clearInterval(timer);
      for (const id of followed.keys()) leave(id);
    },
  };
}
