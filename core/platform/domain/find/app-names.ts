/** What apps are called, by their numbers and those of the words. */
export interface AppNames {
  /** The words of each name of an app. */
  readonly of: readonly (readonly Uint32Array[])[];
  /** The apps that have a word in a name. */
  having(term: number): readonly number[];
  /** How many tools those apps have. */
  toolsHaving(term: number): number;
}

export function openAppNames(packed: Uint32Array, appOf: Uint16Array): AppNames {
  const sizes = new Map<number, number>();
  for (const app of appOf) sizes.set(app, (sizes.get(app) ?? 0) + 1);
  const names: Uint32Array[][] = [];
  const having = new Map<number, number[]>();
  const tools = new Map<number, number>();
  for (let at = 0; at < packed.length; ) {
    const app = names.length;
    names.push([]);
    for (let left = packed[at++]!; left > 0; left--) {
      const name = packed.subarray(at + 1, at + 1 + packed[at]!);
      at += 1 + packed[at]!;
      names[app]!.push(name);
      for (const term of name) {
        const apps = having.get(term);
        if (apps?.at(-1) === app) continue;
        if (apps) apps.push(app);
        else having.set(term, [app]);
        tools.set(term, (tools.get(term) ?? 0) + (sizes.get(app) ?? 0));
      }
    }
  }
  return {
    of: names,
    having: (term) => having.get(term) ?? [],
    toolsHaving: (term) => tools.get(term) ?? 0,
  };
}
