import { iconNames, iconsIn } from '../../shapes/icons.js';
import { asQuestion, nearest } from '../../suggestion.js';
import type { NodeKind, NodeCheck, NodeOf } from '../types.js';
import { aligned, ink, node } from '../values.js';

const schema = node(
  'icon',
  'An icon, as large as its box allows, or a row of them; those that do not fit are left out with a warning.',
  {
    icon: {
      type: 'string',
      minLength: 1,
      maxLength: 400,
      description: 'Names, separated by blanks or commas; a field in braces may hold some.',
      examples: ['organic', '{data.icons}'],
    },
    ink,
    ...aligned,
  },
  ['icon'],
);

export type IconNode = NodeOf<typeof schema>;

export const icon = {
  schema,
  text: 'icon',
  template: (node: IconNode) => node.icon,
  noun: 'icon',
  causes: ['ICON_UNKNOWN'],
  check: checkNames,
} as const satisfies NodeKind<IconNode>;

function checkNames({ icon: written }: IconNode, { report }: NodeCheck): void {
  for (const name of iconsIn(written).filter((each) => !/[{}]/.test(each) && !iconNames.includes(each)))
    report(
      'icon',
      'unknown_icon',
      (pointer) => `Expected a known icon for ${pointer} but received "${name}"${iconQuestion(name)}`,
    );
}

/** ` (did you mean "…"?)`, or nothing. Allergens are compared without their prefix, with which another one would seem near. */
export function iconQuestion(name: string): string {
  const prefix = /^allergen_/.exec(name)?.[0] ?? '';
  const family = iconNames.filter((icon) => icon.startsWith('allergen_') === (prefix !== ''));
  const near = nearest(
    name.slice(prefix.length),
    family.map((icon) => icon.slice(prefix.length)),
  );
  return asQuestion(near === undefined ? undefined : prefix + near);
}
