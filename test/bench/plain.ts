import { type Canvas, createCanvas, GlobalFonts } from '@napi-rs/canvas';
import type { Device } from '../../devices/index.js';
import { openFonts } from '../../fonts/index.js';
import type { Content } from '../../renderer/index.js';

/** The plain way to draw the same label: a canvas, six fillText, toBuffer('image/png'). */
export function createPlain(device: Device): (content: Content) => Uint8Array {
  for (const name of ['inter-700', 'inter-500', 'roboto-condensed-700'] as const)
    GlobalFonts.registerFromPath(openFonts().get(name)!.path, `plain ${name}`);
  const { width, height } = device;
  return ({ product_name, price, unit, sku, date, model_line }) => {
    const canvas: Canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.fillStyle = '#000';
    const text = (value: string, x: number, y: number, font: string) => {
      context.font = font;
      context.fillText(value, x, y);
    };
    text(product_name, 5, height * 0.17, `${Math.round(height * 0.145)}px "plain inter-700"`);
    text(`per ${unit}`, 5, height * 0.55, `${Math.round(height * 0.13)}px "plain inter-500"`);
    text(`SKU ${sku}`, 5, height * 0.7, '12px "plain inter-500"');
    text(date, 5, height * 0.82, '12px "plain inter-500"');
    text(model_line, 5, height * 0.95, '12px "plain inter-500"');
    context.fillStyle = '#f00';
    text(`$${price}`, width * 0.55, height * 0.9, `${Math.round(height * 0.5)}px "plain roboto-condensed-700"`);
    return canvas.toBuffer('image/png');
  };
}
