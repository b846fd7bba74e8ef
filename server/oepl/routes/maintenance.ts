import { setImmediate as turn } from 'node:timers/promises';
import { frameBytes } from '../../http/budgets/limits.js';
import { clientOf } from '../../http/client.js';
import type { Context } from '../../http/dependencies.js';
import { form, formOf } from '../../http/middleware/form.js';
import { boundValues } from '../../http/middleware/read-body.js';
import { readMac } from '../mac.js';
import type { AccessPointParts } from '../parts.js';
import { byteOf, type TagSettings } from '../settings.js';
import { type OeplRoute, said, smallForm } from './route.js';

/** Seconds since 1970: an earlier time is none (2020-09-13), and a later one than 32 bits have is the last of them. */
const [earliest, latest] = [1_600_000_000, 2 ** 31 - 1] as const;

/** Bytes of a form with a backup: some 2,000 tags. */
const backupBytes = 1024 * 1024;

/** The access point's clock, its files, and the list of its tags as a file. */
export function maintenanceRoutes(parts: AccessPointParts): readonly OeplRoute[] {
  const { accessPoint, directory, settings, files, news, sockets } = parts;
  return [
    { method: 'GET', path: '/version.txt', budget: 'view', steps: [sendVersion] },
    { method: 'POST', path: '/set_time', budget: 'view', steps: [form(smallForm), setTime] },
    { method: 'GET', path: '/check_file', budget: 'view', steps: [checkFile] },
    { method: 'POST', path: '/littlefs_put', budget: 'view', steps: [form(frameBytes), putFile] },
    { method: 'GET', path: '/backup_db', budget: 'view', steps: [backUp(parts)] },
    { method: 'POST', path: '/restore_db', budget: 'view', steps: [form(backupBytes), restore] },
    { method: 'POST', path: '/rollback', budget: 'view', steps: [rollBack] },
  ];

  function sendVersion(ctx: Context): void {
    said(ctx, 200, accessPoint.info().buildversion);
  }

  function setTime(ctx: Context): void {
    const text = formOf(ctx).text('epoch');
    const epoch = parseInt(text ?? '', 10) || 0;
    if (text === undefined) said(ctx, 400, "missing 'epoch'");
    else if (epoch <= earliest) said(ctx, 400, 'invalid epoch');
    else {
      accessPoint.setTime(Math.min(epoch, latest));
      sockets.send({ sys: accessPoint.state() });
      said(ctx, 200, 'ok');
    }
  }

  function checkFile(ctx: Context): void {
    const path = new URL(ctx.url, 'http://ap').searchParams.get('path');
    if (path === null) said(ctx, 400, '');
    else ctx.body = files.check(path);
  }

  function putFile(ctx: Context): void {
    const { file } = formOf(ctx);
    const path = file?.before('path');
    if (!file) said(ctx, 200, '');
    else if (path === undefined || !files.put(path, file.bytes)) said(ctx, 507, 'Error. Disk full?');
    else said(ctx, 200, 'Ok, file written');
  }

  /** Restores the settings of the tags that exist; no label is created. */
  async function restore(ctx: Context): Promise<void> {
    const { file } = formOf(ctx);
    if (file) boundValues(file.bytes);
    const tags = new Map((await directory.list()).map((tag) => [tag.mac, tag]));
    let count = 0;
    for (const entry of file ? entriesIn(file.bytes) : []) {
      if (count++ % 1000 === 0) await turn();
      if (ctx.res.closed) return;
      const mac = typeof entry.mac === 'string' ? readMac(entry.mac) : null;
      const tag = mac && tags.get(mac);
      if (!tag) continue;
      settings.change(tag.label.id, settingsOf(entry));
      news.tag(tag.label.id);
    }
    said(ctx, 200, file ? 'Ok, restored.' : '');
  }
}

function rollBack(ctx: Context): void {
  said(ctx, 400, 'Rollback not allowed');
}

function backUp({ directory, views }: AccessPointParts) {
  return async function sendBackup(ctx: Context): Promise<void> {
    // An access point writes each tag as a list of one.
    const entries = [];
    for (const tag of await directory.list()) {
      await turn();
      if (ctx.res.closed) return;
      entries.push([await views.of(tag, clientOf(ctx))]);
    }
    ctx.attachment('tagDB.json');
    ctx.type = 'json';
    ctx.body = JSON.stringify(entries, null, 2);
  };
}

type BackupEntry = Readonly<Record<string, unknown>>;

/** The tags in a file, each alone or in a list; none: it is no backup. */
function* entriesIn(bytes: Uint8Array): Generator<BackupEntry> {
  let list: unknown;
  try {
    list = JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return;
  }
  for (const item of Array.isArray(list) ? (list as readonly unknown[]) : [])
    for (const entry of Array.isArray(item) ? (item as readonly unknown[]) : [item])
      if (typeof entry === 'object' && entry !== null) yield entry as BackupEntry;
}

/** A text that a member of an entry has at most: as much as an alias or the details of a content. */
const maxText = 4096;

function settingsOf({ alias, contentMode, modecfgjson, rotate, lut, invert }: BackupEntry): TagSettings {
  const byte = (value: unknown) => byteOf(typeof value === 'string' || typeof value === 'number' ? String(value) : '');
  return {
    ...(typeof alias === 'string' && { alias: alias.slice(0, maxText) }),
    contentMode: byte(contentMode),
    modeConfig: typeof modecfgjson === 'string' ? modecfgjson.slice(0, maxText) : '',
    rotate: byte(rotate),
    lut: byte(lut),
    invert: byte(invert),
  };
}
