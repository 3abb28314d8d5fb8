/** The names of the apps in an index. Apps and terms are given by number. */
export interface AppNames {
  /** By app: the terms of each of its names. */
  readonly byApp: readonly (readonly Uint32Array[])[];
  /** Returns the apps that have the term in a name. */
  appsWithTerm(term: number): readonly number[];
  /** Returns the total number of tools of those apps. */
  toolsWithTerm(term: number): number;
}

/** Reads the app names that `buildIndex` packed. `appOf` is the app of each tool. */
export function openAppNames(packed: Uint32Array, appOf: Uint16Array): AppNames {
  const sizes = new Map<number, number>();
  for (const app of appOf) sizes.set(app, (sizes.get(app) ?? 0) + 1);
  const names: Uint32Array[][] = [];
  const appsByTerm = new Map<number, number[]>();
  const toolsByTerm = new Map<number, number>();
  for (let offset = 0; offset < packed.length; ) {
    const app = names.length;
    names.push([]);
    for (let remaining = packed[offset++]!; remaining > 0; remaining--) {
      const name = packed.subarray(offset + 1, offset + 1 + packed[offset]!);
      offset += 1 + packed[offset]!;
      names[app]!.push(name);
      for (const term of name) {
        const apps = appsByTerm.get(term);
        if (apps?.at(-1) === app) continue;
        if (apps) apps.push(app);
        else appsByTerm.set(term, [app]);
        toolsByTerm.set(term, (toolsByTerm.get(term) ?? 0) + (sizes.get(app) ?? 0));
      }
    }
  }
  return {
    byApp: names,
    appsWithTerm: (term) => appsByTerm.get(term) ?? [],
    toolsWithTerm: (term) => toolsByTerm.get(term) ?? 0,
  };
}
