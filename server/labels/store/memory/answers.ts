import { type Once, type Remembered, rememberedMs } from '../index.js';

/** The requests that a store in memory remembers. */
export interface MemoryAnswers {
  find(key: string, now: number): Remembered | null;
  add(once: Once, became: Pick<Remembered, 'label' | 'layout'>): void;
}

/** The most requests that are remembered: then the oldest is forgotten. One has some 2 KB. */
const most = 10_000;

export function createMemoryAnswers(): MemoryAnswers {
  /** The oldest first. */
  const answers = new Map<string, Remembered>();
  return {
    find(key, now) {
      const found = answers.get(key);
      return found && found.at > now - rememberedMs ? found : null;
    },
    add({ key, ...once }, { label, layout }) {
      answers.delete(key);
      answers.set(key, { ...once, layout, label: label && withoutBytes(label) });
      if (answers.size > most) answers.delete(answers.keys().next().value!);
    },
  };
}

function withoutBytes(label: Remembered['label'] & object): Remembered['label'] {
  const { current } = label;
  return { ...label, current: current && { ...current, png: new Uint8Array() } };
}
