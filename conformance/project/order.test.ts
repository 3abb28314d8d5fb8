import { describe, expect, test } from "vitest";
import { readSources, type Source } from "./imports.ts";

/** A floor, and the paths on it. The first line that matches a path decides. */
type Floors = readonly (readonly [floor: number, path: RegExp])[];

/** The floors of adapters/, lowest first. A file imports from its own floor and from lower ones. */
const ADAPTERS: Floors = [
  // What each driver declares its settings with.
  [0, /^adapters\/config\/schemas\.ts$/],
  [0, /^adapters\/(runtime|outbound|proxy)\//],
  [1, /^adapters\/(telemetry|assets)\//],
  [2, /^adapters\/(storage|jobs|rate-limit|payments|content|catalog|secrets|signing|sign-in)\//],
  // Puts together the settings of all drivers.
  [3, /^adapters\/config\//],
  [4, /^adapters\/services\//],
  [5, /^adapters\/(cli|doctor)\//],
  [6, /^adapters\/(main\.ts$|start\.ts$|package\/|deploy\/)/],
];

/** The floors of core/platform/. */
const PLATFORM: Floors = [
  [0, /^core\/platform\/(auth|app-requests|jobs)\//],
  [0, /^core\/platform\/(command-line|path-rules|product-name|require-name)\.ts$/],
  // An address and its secrets, which the rules for paths need.
  [0, /^core\/platform\/triggers\/(webhooks\/webhook-address|trigger-secrets)\.ts$/],
  [1, /^core\/platform\/connections\//],
  [2, /^core\/platform\/tool-lists\//],
  [3, /^core\/platform\/catalog\//],
  [4, /^core\/platform\/(runs\/|create-connections\.ts$)/],
  // The contract names the services, and a stream shows triggers as the API does.
  [5, /^core\/platform\/(triggers\/|contract\.ts$|operations\/trigger-views\.ts$)/],
  [6, /^core\/platform\/operations\//],
  [7, /^core\/platform\/(account|pages)\//],
  [8, /^core\/platform\/[a-z-]+\.ts$/],
];

const floorOf = (floors: Floors, file: string): number =>
  floors.find(([, path]) => path.test(file))?.[0] ?? Number.NaN;

const adapters = readSources("adapters");
const core = readSources("core");

/** The imports of a file from floors above its own, in the same room. */
const upwardImports = (
  room: string,
  floors: Floors,
  { file, imports }: Pick<Source, "file" | "imports">,
): readonly string[] =>
  imports
    .map(({ from }) => from)
    .filter((from) => from.startsWith(room) && !(floorOf(floors, from) <= floorOf(floors, file)));

const platform = core.filter(({ file }) => file.startsWith("core/platform/"));

describe.each([
  ["adapters/", ADAPTERS, adapters],
  ["core/platform/", PLATFORM, platform],
] as const)("the order inside %s", (room, floors, sources) => {
  test("has a floor for each file", () => {
    const files = sources.map(({ file }) => file);
    expect(files.filter((file) => Number.isNaN(floorOf(floors, file)))).toEqual([]);
  });

  test.each(sources.map((source) => [source.file, source] as const))(
    "%s imports from no floor above its own",
    (_, source) => expect(upwardImports(room, floors, source)).toEqual([]),
  );
});

describe("the order", () => {
  test("is violated by a driver that imports a service", () => {
    const imports = [{ from: "adapters/services/site.ts", isPackage: false, isTypeOnly: true }];
    expect(
      upwardImports("adapters/", ADAPTERS, { file: "adapters/storage/open.ts", imports }),
    ).toHaveLength(1);
  });

  test("is violated by a connection that imports a run", () => {
    const imports = [{ from: "core/platform/runs/run.ts", isPackage: false, isTypeOnly: true }];
    const file = "core/platform/connections/connect.ts";
    expect(upwardImports("core/platform/", PLATFORM, { file, imports })).toHaveLength(1);
  });
});

/**
 * Finds files that import each other, directly or through others, also if only for types. Returns
 * the files of each cycle (Tarjan's strongly connected components).
 */
function findCycles(sources: readonly Pick<Source, "file" | "imports">[]): string[][] {
  const graph = new Map(
    sources.map(({ file, imports }) => [file, imports.map(({ from }) => from)]),
  );
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    stack.push(file);
    for (const next of graph.get(file)!) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) lowest.set(file, Math.min(lowest.get(file)!, visit(next)));
      else if (stack.includes(next))
        lowest.set(file, Math.min(lowest.get(file)!, order.get(next)!));
    }
    if (lowest.get(file) === order.get(file)) {
      const cycle = stack.splice(stack.indexOf(file));
      if (cycle.length > 1) cycles.push(cycle.toSorted());
    }
    return lowest.get(file)!;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles;
}

describe("imports, also of types only,", () => {
  test("form no cycle", () => expect(findCycles([...core, ...adapters])).toEqual([]));

  test("form a cycle if two files need each other through a third", () => {
    const source = (file: string, from: string) => ({
      file,
      imports: [{ from, isPackage: false, isTypeOnly: true }],
    });
    const circle = [source("a.ts", "b.ts"), source("b.ts", "c.ts"), source("c.ts", "a.ts")];
    expect(findCycles([...circle, source("d.ts", "a.ts")])).toEqual([["a.ts", "b.ts", "c.ts"]]);
  });
});
