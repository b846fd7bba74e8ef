import type { PanelEvent } from '../../../renderer/index.js';

export const hex = (...bytes: readonly number[]): string => Buffer.from(bytes).toString('hex');

/** The digits of bytes in groups: "0fff*7,00" is 0f, seven times ff, and 00. */
const digitsOf = (bytes: string): string =>
  bytes
    .split(',')
    .map((group) => group.replace(/(..)\*(\d+)$/, (_, byte: string, count: string) => byte.repeat(Number(count))))
    .join('');

/**
 * Events as words: "24:0fff*7" is a command and its data, "24" a command, ":0f" data. Other events are written like in traces: "busy",
 * "wait_us:500", "cs:0,1".
 */
export function eventsOf(text: string): PanelEvent[] {
  return text.split(' ').flatMap((word): PanelEvent[] => {
    const [name, values] = word.split(':') as [string, string?];
    if (name === 'refresh_expected') return [[name, {}]];
    if (name === 'd1') return [[name, values!]];
    if (!/^([\da-f]{2})?$/.test(name))
      return [[name, ...(values?.split(',') ?? []).map(Number)] as unknown as PanelEvent];
    const data: PanelEvent[] = values === undefined ? [] : [['d', digitsOf(values)]];
    return name === '' ? data : [['c', parseInt(name, 16)], ...data];
  });
}
