import type { Context, Handler } from '../../http/dependencies.js';
import { form, formOf } from '../../http/middleware/form.js';
import type { AccessPointParts } from '../parts.js';
import { type OeplRoute, said, smallForm } from './route.js';

const welcome = `<!doctype html>
<html lang="en"><title>OpenEPaperLink access point of the ESL simulator</title>
<p>This address is for clients of an OpenEPaperLink access point.
<ul><li><a href="/get_db">the tags</a><li><a href="/sysinfo">the access point</a><li><a href="/get_ap_config">its settings</a></ul>
</html>
`;

/** Facts about the access point, and its settings. */
export function aboutRoutes({ accessPoint, sockets, news }: AccessPointParts): readonly OeplRoute[] {
  const json = (value: () => object): Handler =>
    function sendJson(ctx: Context) {
      ctx.body = value();
    };
  return [
    { method: 'GET', path: '/', budget: 'view', steps: [sendWelcome] },
    { method: 'GET', path: '/sysinfo', budget: 'view', steps: [json(() => accessPoint.info())] },
    { method: 'GET', path: '/get_ap_config', budget: 'view', steps: [json(() => accessPoint.config())] },
    { method: 'POST', path: '/save_apcfg', budget: 'view', steps: [form(smallForm), save] },
    { method: 'POST', path: '/reboot', budget: 'view', steps: [reboot] },
  ];

  function save(ctx: Context): void {
    accessPoint.change((name) => formOf(ctx).text(name));
    said(ctx, 200, 'Ok, saved');
  }

  function reboot(ctx: Context): void {
    news.error('REBOOTING');
    sockets.restart();
    said(ctx, 200, 'OK Reboot');
  }
}

function sendWelcome(ctx: Context): void {
  ctx.type = 'html';
  ctx.body = welcome;
}
