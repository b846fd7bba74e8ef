import { expect, test } from '@jest/globals';
import { deviceSchema } from '../devices/index.js';
import { layoutSchema } from '../renderer/layout/schema.js';
import { numbersIn } from './support/schema-requests.js';

/** How many places have a number, and the names of their fields. */
function placesOf(schema: object): Record<string, string> {
  const places: Record<string, string[]> = {};
  for (const [number, place] of numbersIn(schema, ''))
    (places[number] ??= []).push(place.split('.').findLast((part) => !/^(additionalProperties|items)$/.test(part))!);
  return Object.fromEntries(
    Object.entries(places).map(([number, names]) => [
      number,
      `${names.length}: ${[...new Set(names)].sort().join(' ')}`,
    ]),
  );
}

test('the schema of layouts has these numbers', () => {
  expect(placesOf(layoutSchema)).toEqual({
    'maxLength 400': '8: $schema en icon phrases text',
    'minLength 1': '15: en example icon phrases pictures resolver source text title values',
    'maxLength 80': '1: title',
    'maxLength 500': '1: description',
    'maxLength 200': '9: description equals example resolver text values',
    'maxProperties 64': '5: parts phrases pictures text',
    'maxLength 245760': '2: pictures source',
    'maxProperties 32': '1: data',
    'minProperties 1': '5: columns condition tied',
    'maxProperties 8': '1: columns',
    'minItems 1': '8: all any children example values',
    'maxItems 16': '2: example variants',
    'maxItems 64': '6: children points values',
    'exclusiveMinimum 0': '6: max_aspect max_height max_width min_aspect min_height min_width',
    'maximum 100000': '6: max_aspect max_height max_width min_aspect min_height min_width',
    'minimum 0':
      '70: floor gap grow height largest padding padding_inline points preferred radius size thickness tracking width',
    'maximum 10000':
      '57: floor gap height largest padding padding_inline preferred radius size thickness tracking width',
    'maximum 1000': '12: grow',
    'minimum 1': '28: instead lines most optional',
    'maximum 9': '24: instead optional',
    'maximum 16': '2: most',
    'minimum 5': '1: points',
    'maximum 32': '1: points',
    'minItems 3': '1: points',
    'minItems 2': '1: points',
    'maxItems 2': '1: points',
    'maximum 100': '1: points',
    'maximum 12': '2: lines',
    'maxItems 32': '1: equals',
    'maxItems 8': '2: all any',
    'maxProperties 2': '1: condition',
    'minProperties 2': '1: field',
    'maxProperties 1': '3: all any not',
  });
});

test('the schema of panels has these numbers', () => {
  expect(placesOf(deviceSchema)).toEqual({
    'minLength 1': '10: at description model model_line note notes source vendor',
    'maxLength 48': '1: model_line',
    'minimum 64': '2: height width',
    'maximum 2048': '2: height width',
    'exclusiveMinimum 0': '5: active_area_mm black_s diagonal_in full_s partial_s',
    'minItems 2': '2: active_area_mm inks',
    'maxItems 2': '1: active_area_mm',
    'minimum 50': '1: value',
    'maximum 400': '1: value',
    'maxItems 16': '1: inks',
    'minimum 8': '2: height width',
    'maximum 4096': '3: height offset width',
    'minimum 0': '4: codes hidden oepl_type offset',
    'minItems 1': '4: facts omitted_without planes sources',
    'maxItems 4': '1: planes',
    'maximum 15': '2: codes hidden',
    'minimum 1': '1: bytes',
    'maximum 248': '1: bytes',
    'maximum 255': '1: oepl_type',
  });
});
