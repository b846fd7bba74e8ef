import { describe, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { renderer } from '../support/rulers/renderers.js';
import { unpack } from '../../renderer/index.js';
import { contentOf } from '../support/labels/cases.js';
import { layoutOf, node, problemsOf } from '../support/labels/documents.js';
import { device } from '../support/rulers/arranging.js';

const update = { product_name: 'Apples', price: '3.50', unit: '1 kg' };

/** A picture of one colour. */
function plain(red: number, green: number, blue: number): string {
  const png = new PNG({ width: 4, height: 4 });
  for (let i = 0; i < png.data.length; i += 4) png.data.set([red, green, blue, 255], i);
  return `data:image/png;base64,${PNG.sync.write(png).toString('base64')}`;
}
const pictures = { red: plain(255, 0, 0), black: plain(0, 0, 0) };
const flag = { type: 'picture', source: '{data.flag}', dither: 'none', width: 20, height: 20 };
const document = (rest: object = {}) => ({ ...node(flag, { type: 'price', grow: 1 }), pictures, ...rest });
const layout = layoutOf(document());

/** The ink of the picture, by its name, and the warnings. */
function drawn(data: Readonly<Record<string, string>>) {
  const { frame, warnings } = renderer.render({ ...contentOf({ update }, device), data }, layout, device);
  return { ink: device.inks[unpack(frame)[10 * device.width + 10]!]!.name, warnings };
}

test('a picture is dithered for each panel, and aligned to the side where reading begins', () => {
  const picture = { type: 'picture', source: pictures.red, dither: 'none', align: 'start', width: 60, height: 20 };
  const own = layoutOf(node(picture, { type: 'price', grow: 1 }));
  const inkAt = (panel: typeof device, x: number, locale = 'en-US') => {
    const { frame } = renderer.render({ ...contentOf({ update }, panel), locale }, own, panel);
    return panel.inks[unpack(frame)[10 * panel.width + x]!]!.name;
  };
  const [white, black, red] = device.inks;
  const other = { ...device, id: 'other', inks: [white!, red!, black!] };
  expect([inkAt(device, 10), inkAt(other, 10)]).toEqual(['red', 'red']);
  expect([inkAt(device, 10), inkAt(device, 50)]).toEqual(['red', 'white']);
  const { width } = device;
  expect([inkAt(device, width - 10, 'he-IL'), inkAt(device, width - 50, 'he-IL')]).toEqual(['red', 'white']);
});

describe('a picture that a field names', () => {
  test('is the layout’s picture of this name on each label', () => {
    for (const name of ['red', 'black', 'red']) expect(drawn({ flag: name })).toEqual({ ink: name, warnings: [] });
  });

  test('is left out without the field', () => {
    expect(drawn({})).toEqual({ ink: 'white', warnings: [] });
  });

  test('that does not exist has a warning with a similar name', () => {
    const message = 'The layout has no picture "blck" for data.flag (did you mean "black"?)';
    const warnings = [{ code: 'PICTURE_UNKNOWN', field: 'data.flag', message }];
    expect(drawn({ flag: 'blck' })).toEqual({ ink: 'white', warnings });
    expect(drawn({ flag: 'constructor' }).warnings).toHaveLength(1);
  });

  test('is checked: the field, and each picture of the layout', () => {
    const data = { flag: { type: 'text' } };
    expect(problemsOf(document({ data }))).toEqual([]);
    expect(problemsOf(document({ data: { flg: { type: 'text' } } }))).toMatchObject([
      { pointer: '#/root/children/0/source', reason: 'unknown_field' },
    ]);
    // No header, and a header alone.
    for (const red of ['data:image/png;base64,AAAA', pictures.red.slice(0, -16)])
      expect(problemsOf(document({ pictures: { red } }))).toMatchObject([
        { pointer: '#/pictures/red', reason: 'picture' },
      ]);
  });
});
