import type { Handler } from '../../http/dependencies.js';
import { form, formOf } from '../../http/middleware/form.js';
import { readMac } from '../mac.js';
import type { AccessPointParts } from '../parts.js';
import { settingsIn } from '../settings.js';
import { findTag, type OeplRoute, said, smallForm } from './route.js';

/** Settings of tags, and commands to them. */
export function commandRoutes(parts: AccessPointParts): readonly OeplRoute[] {
  return [
    { method: 'POST', path: '/save_cfg', budget: 'view', steps: [form(smallForm), save(parts)] },
    { method: 'POST', path: '/tag_cmd', budget: 'view', steps: [form(smallForm), command(parts)] },
    { method: 'GET', path: '/led_flash', budget: 'view', steps: [flash(parts)] },
  ];
}

function save({ directory, settings, news }: AccessPointParts): Handler {
  return async function saveSettings(ctx) {
    const fields = formOf(ctx);
    const mac = readMac(fields.text('mac') ?? '');
    const tag = mac && (await directory.find(mac));
    if (mac && !tag) {
      said(ctx, 200, 'Error while saving: mac not found');
      return;
    }
    if (tag) {
      const modeConfig = fields.text('modecfgjson');
      const change = settingsIn((name) => fields.text(name));
      settings.change(tag.label.id, { ...change, ...(modeConfig === undefined ? {} : { modeConfig }) });
      news.tag(tag.label.id);
    }
    said(ctx, 200, 'Ok, saved');
  };
}

/**
 * Accepts each command, like an access point, which forwards it. A deleted tag checks in again: it stays on the list, without its
 * settings.
 */
function command({ directory, settings, news }: AccessPointParts): Handler {
  return async function commandTag(ctx) {
    const fields = formOf(ctx);
    const [given, what] = [fields.text('mac'), fields.text('cmd')];
    if (given === undefined || what === undefined) {
      said(ctx, 500, 'param error');
      return;
    }
    const tag = await findTag(ctx, directory, given, 'Error: mac not found');
    if (!tag) return;
    if (what === 'del') settings.forget(tag.label.id);
    news.tag(tag.label.id);
    said(ctx, 200, 'Ok, done');
  };
}

function flash({ directory }: AccessPointParts): Handler {
  return async function flashLed(ctx) {
    const { searchParams } = new URL(ctx.url, 'http://ap');
    const mac = readMac(searchParams.get('mac') ?? '');
    const pattern = searchParams.get('pattern');
    if (!mac || !(await directory.find(mac))) said(ctx, 400, 'parameters are missing');
    else if (pattern !== null && !/^[0-9a-f]{24}/i.test(pattern))
      said(ctx, 400, 'Error: expects 12 hex bytes in pattern');
    else said(ctx, 200, 'ok, request transmitted');
  };
}
