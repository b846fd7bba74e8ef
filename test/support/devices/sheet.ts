import { plainRenderer } from '../rulers/renderers.js';
import { type Device, loadDevices } from '../../../devices/index.js';
import { encodePng, loadLayouts, type View } from '../../../renderer/index.js';
import { productContent } from '../labels/products.js';

/** A page with one label on every shipped profile, in pure inks and as the eye sees it: smallest panels first. */
export async function deviceSheet(): Promise<string> {
  const renderer = await plainRenderer();
  const layout = loadLayouts().get('promotion')!;
  const bySize = [...loadDevices().values()].sort((a, b) => a.width * a.height - b.width * b.height);
  const figures = bySize.map((device) => {
    const { frame, warnings } = renderer.render(productContent('en-US', layout, device), layout, device);
    const image = (view: View): string => {
      const png = encodePng(frame, device, { view }).toString('base64');
      return `<img src="data:image/png;base64,${png}" width="${device.width}" height="${device.height}" alt="">`;
    };
    const notes = warnings.map(({ message }) => message).join('; ');
    return `<figure>${image('ink')} ${image('panel')}<figcaption>${captionOf(device)} ${notes}</figcaption></figure>`;
  });
  const style = 'body{background:#888;font:12px sans-serif}figure{display:inline-block;margin:6px;vertical-align:top}';
  return `<!doctype html><meta charset="utf-8"><title>${layout.id}</title><style>${style}</style>${figures.join('\n')}\n`;
}

function captionOf({ id, width, height, dpi, measured_basis }: Device): string {
  return `<b>${id}</b> ${width}×${height}, ${dpi.value} dpi (${dpi.basis}), colours ${measured_basis.kind}.`;
}
