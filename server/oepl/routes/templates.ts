import { isObject } from '../../fields/json.js';
import { Problem } from '../../fields/problem.js';
import { clientOf } from '../../http/client.js';
import type { Context, Handler } from '../../http/dependencies.js';
import { form, formOf } from '../../http/middleware/form.js';
import { spend } from '../../http/middleware/limit.js';
import { showPicture } from '../../labels/labels.js';
import type { OeplTag } from '../directory.js';
import type { AccessPointParts } from '../parts.js';
import { contents } from '../tag-type.js';
import { filled, readTemplate } from '../template.js';
import { findTag, isUnreadable, type OeplRoute, said, smallForm, turnsOf } from './route.js';

export function templateRoutes(parts: AccessPointParts): readonly OeplRoute[] {
  const show = showTemplate(parts);
  const change = changeVariables(parts, show);
  const steps = (step: Handler) => [form(smallForm), step];
  return [
    { method: 'POST', path: '/jsonupload', budget: 'update', steps: steps(upload(parts, show)) },
    { method: 'POST', path: '/set_var', budget: 'view', steps: steps(setVariable(change)) },
    { method: 'POST', path: '/set_vars', budget: 'view', steps: steps(setVariables(change)) },
  ];
}

type Show = (ctx: Context, tag: OeplTag, json: string) => Promise<void>;

/** Where an access point stores the template of a tag. */
const fileOf = (mac: string) => `/current/${mac}.json`;

function upload({ directory, settings, files, news }: AccessPointParts, show: Show): Handler {
  return async function uploadTemplate(ctx) {
    const fields = formOf(ctx);
    const [given, json] = [fields.text('mac'), fields.text('json')];
    if (given === undefined || json === undefined) {
      said(ctx, 400, 'Missing parameters');
      return;
    }
    const tag = await findTag(ctx, directory, given, 'mac not found in tagDB');
    if (!tag) return;
    files.put(fileOf(tag.mac), Buffer.from(json));
    const interval = String(parseInt(fields.text('ttl') ?? '', 10) || 0);
    const modeConfig = JSON.stringify({ filename: fileOf(tag.mac), interval });
    settings.change(tag.label.id, { contentMode: contents.template, modeConfig });
    news.tag(tag.label.id);
    await show(ctx, tag, json);
    said(ctx, 200, 'Ok, saved');
  };
}

/** Draws a template. The answer names the codes of its warnings; errors are for the clients of `/ws`, as on an access point. */
function showTemplate({ dependencies, settings, files, variables, news, sockets }: AccessPointParts): Show {
  return async (ctx, { label: { id } }, json) => {
    const { elements, problem } = readTemplate(json);
    if (problem !== null) news.error(`json error ${problem}`);
    const { rotate, invert } = settings.of(id);
    const template = { elements: filled(elements, variables), files: files.in(json) };
    const options = { dither: 2, turns: turnsOf(rotate), inverted: invert === 1 };
    try {
      const { label } = await showPicture(dependencies, id, template, options, clientOf(ctx), {
        face: 'openepaperlink',
      });
      const warnings = label.current?.warnings ?? [];
      const codes = new Set(warnings.map(({ code }) => code));
      if (codes.size > 0) ctx.set('X-ESL-Warnings', [...codes].join(', '));
      for (const { message } of warnings) sockets.send({ logMsg: message });
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      news.error(`The template was not drawn: ${(error as Problem).detail}`);
    }
  };
}

function setVariable(change: ReturnType<typeof changeVariables>): Handler {
  return async function setOne(ctx) {
    const fields = formOf(ctx);
    const [key, value] = [fields.text('key'), fields.text('val')];
    if (key === undefined || value === undefined) said(ctx, 500, 'param error');
    else {
      await change(ctx, { [key]: value });
      said(ctx, 200, 'Ok, saved');
    }
  };
}

function setVariables(change: ReturnType<typeof changeVariables>): Handler {
  return async function setMany(ctx) {
    const json = formOf(ctx).text('json');
    if (json === undefined) {
      said(ctx, 400, "No 'json' parameter found in request");
      return;
    }
    let values: unknown;
    try {
      values = JSON.parse(json);
    } catch {
      said(ctx, 400, 'Failed to parse JSON');
      return;
    }
    const entries = Object.entries(isObject(values) ? values : {});
    const texts = entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
    await change(ctx, Object.fromEntries(texts) as Record<string, string>);
    said(ctx, 200, 'JSON uploaded and processed');
  };
}

/** Sets variables, and draws the templates that name one of them again. Each counts as an update. */
function changeVariables(
  { directory, settings, files, variables, dependencies }: AccessPointParts,
  show: Show,
): (ctx: Context, values: Readonly<Record<string, string>>) => Promise<void> {
  /** Tags to draw: a request that is sent again changes no variable, and draws those that the first one did not. */
  const due = new Set<string>();
  return async (ctx, values) => {
    const changed = variables.set(values);
    if (changed.length + due.size === 0) return;
    const tags = (await directory.list()).flatMap((tag) => {
      const file = files.get(fileOf(tag.mac));
      const shown =
        file && settings.of(tag.label.id).contentMode === contents.template ? Buffer.from(file).toString() : '';
      const isDue = shown !== '' && (due.has(tag.mac) || changed.some((name) => shown.includes(name)));
      return isDue ? [{ tag, json: shown }] : [];
    });
    due.clear();
    for (const { tag } of tags) due.add(tag.mac);
    if (tags.length > 0) await spend(ctx, 'update', tags.length, dependencies);
    for (const { tag, json } of tags) {
      await show(ctx, tag, json);
      due.delete(tag.mac);
    }
  };
}
