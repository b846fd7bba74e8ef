import type { TagPictureOptions } from '../../../renderer/index.js';
import { frameBytes } from '../../http/budgets/limits.js';
import { clientOf } from '../../http/client.js';
import type { Handler } from '../../http/dependencies.js';
import { showPicture } from '../../labels/labels.js';
import { type FormFields, form, formOf } from '../../http/middleware/form.js';
import { readMac } from '../mac.js';
import type { AccessPointParts } from '../parts.js';
import { byteOf, settingsIn, type TagSettings } from '../settings.js';
import { contents } from '../tag-type.js';
import { isUnreadable, type OeplRoute, said, turnsOf } from './route.js';

export function uploadRoutes(parts: AccessPointParts): readonly OeplRoute[] {
  return [{ method: 'POST', path: '/imgupload', budget: 'update', steps: [form(frameBytes), upload(parts)] }];
}

/** The number of the dithering method of an upload that names none. */
const usualDither = 1;

function upload({ dependencies, directory, settings, news }: AccessPointParts): Handler {
  return async function uploadPicture(ctx) {
    const fields = formOf(ctx);
    const { file } = fields;
    // The firmware reads the address when the file begins.
    if (file && file.before('mac') === undefined) {
      said(ctx, 400, 'parameters incomplete');
      return;
    }
    const mac = readMac(fields.text('mac') ?? '');
    if (!file || !mac) {
      said(ctx, 200, '');
      return;
    }
    const tag = await directory.find(mac);
    if (!tag) {
      said(ctx, 400, 'mac not found');
      return;
    }
    const { id } = tag.label;
    const change = {
      contentMode: contents.uploaded,
      ...settingsIn((name) => fields.text(name)),
      modeConfig: configOf(fields, mac),
    };
    const options = optionsOf(fields, settings.change(id, change));
    news.tag(id);
    // The response is the same for an invalid picture: an access point reads it later.
    await showPicture(dependencies, id, file.bytes, options, clientOf(ctx), { face: 'openepaperlink' }).catch(
      (error: unknown) => {
        if (!isUnreadable(error)) throw error;
        news.error('invalid jpg');
      },
    );
    said(ctx, 200, 'Ok, saved');
  };
}

function optionsOf(fields: FormFields, { rotate, invert }: TagSettings): TagPictureOptions {
  const dither = fields.text('dither');
  return {
    dither: dither === undefined ? usualDither : byteOf(dither),
    turns: turnsOf(rotate),
    inverted: invert === 1,
  };
}

/** The details of an upload that an access point stores for clients. */
function configOf(fields: FormFields, mac: string): string {
  const number = (name: string, usual = 0) => String(parseInt(fields.text(name) ?? '', 10) || usual);
  return JSON.stringify({
    filename: `/temp/${mac}.jpg`,
    timetolive: number('ttl'),
    dither: fields.text('dither') === undefined ? String(usualDither) : number('dither'),
    delete: '1',
    preload: fields.text('preloadtype') === undefined ? '0' : '1',
    preload_lut: number('preloadlut'),
    preload_type: number('preloadtype'),
  });
}
