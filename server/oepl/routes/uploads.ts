import type { TagPictureOptions } from '../../../renderer/index.js';
import { Problem } from '../../fields/problem.js';
import { frameBytes } from '../../http/budgets/limits.js';
import { clientOf } from '../../http/client.js';
import type { Handler } from '../../http/dependencies.js';
import { showPicture } from '../../labels/labels.js';
import { type FormFields, form, formOf } from '../../http/middleware/form.js';
import { readMac } from '../mac.js';
import type { AccessPointParts } from '../parts.js';
import { byteOf, settingsIn, type TagSettings } from '../settings.js';
import { pictureModes } from '../tag-type.js';
import { type OeplRoute, said, smallForm, unanswered } from './route.js';

/** Uploads of pictures, and of templates, which are refused. */
export function uploadRoutes(parts: AccessPointParts): readonly OeplRoute[] {
  return [
    { method: 'POST', path: '/imgupload', budget: 'update', steps: [form(frameBytes), upload(parts)] },
    { method: 'POST', path: '/jsonupload', budget: 'view', steps: [form(smallForm), refuseTemplate(parts)] },
  ];
}

/** The number of the dithering method of an upload that names none. */
const usualDither = 1;

/** The content of a tag whose upload names none. */
const [, usualMode] = pictureModes;

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
      contentMode: usualMode,
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
    turns: (rotate & 3) as TagPictureOptions['turns'],
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

/** Whether the file is invalid, or exceeds the limits of pictures. */
function isUnreadable(error: unknown): boolean {
  const reasons = error instanceof Problem ? (error.options.errors ?? []).map(({ reason }) => reason) : [];
  return reasons.includes('invalid_picture') || reasons.includes('too_costly');
}

/** Templates are not supported: answers like an access point that is busy. */
function refuseTemplate({ directory }: AccessPointParts): Handler {
  return async function refuseTemplate(ctx) {
    const fields = formOf(ctx);
    const [given, json] = [fields.text('mac'), fields.text('json')];
    if (given === undefined || json === undefined) {
      said(ctx, 400, 'Missing parameters');
      return;
    }
    const mac = readMac(given);
    if (!mac) unanswered(ctx);
    else if (await directory.find(mac)) said(ctx, 409, 'come back later');
    else said(ctx, 400, 'mac not found in tagDB');
  };
}
