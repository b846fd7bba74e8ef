/** Variables, and characters of a name and of a value. */
const limits = { count: 256, name: 64, value: 1024 } as const;

export type Variables = ReturnType<typeof createVariables>;

/** @param own the access point's variables, read for each template */
export function createVariables(own: () => Readonly<Record<string, string>>) {
  const values = new Map<string, string>();
  return {
    /** Sets values, and cuts long ones. @returns the names that changed; those for which there is no room are left out */
    set(given: Readonly<Record<string, string>>): readonly string[] {
      return Object.entries(given).flatMap(([name, text]) => {
        const value = text.slice(0, limits.value);
        const isNew = !values.has(name);
        if (values.get(name) === value || name.length > limits.name || (isNew && values.size >= limits.count))
          return [];
        values.set(name, value);
        return [name];
      });
    },
    /** Replaces `{name}` in a text; an unknown one by a hyphen. */
    fill(text: string): string {
      const all = new Map([...Object.entries(own()), ...values]);
      return text.replace(/\{([^{}]*)\}/g, (_, name: string) => all.get(name) ?? '-');
    },
  };
}
