/** Which properties stand together in the inspector, in this order. What the schema has and no group names stands in the last. */
export const groups = {
  shows: [
    'text',
    'field',
    'part',
    'each',
    'most',
    'icon',
    'source',
    'shape',
    'points',
    'symbology',
    'digits',
    'guards',
    'resolver',
  ],
  place: ['width', 'height', 'grow', 'align', 'valign', 'direction', 'gap', 'padding', 'justify', 'rotate', 'fit'],
  letters: ['size', 'weight', 'stretch', 'tracking', 'ink', 'style', 'sign', 'strike', 'largest', 'floor', 'dither'],
  ground: ['fill', 'outline', 'thickness', 'radius'],
  long: ['lines'],
  shown: ['when', 'optional'],
} as const;

export type GroupName = keyof typeof groups | 'other';

export function groupOf(property: string): GroupName {
  const names = Object.keys(groups) as (keyof typeof groups)[];
  return names.find((name) => (groups[name] as readonly string[]).includes(property)) ?? 'other';
}

/** The properties in the order in which they stand in their group. */
export function inOrder<T>(
  group: GroupName,
  found: readonly (readonly [string, T])[],
): readonly (readonly [string, T])[] {
  if (group === 'other') return found;
  const order: readonly string[] = groups[group];
  return [...found].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
}
