import { afterAll, beforeAll, describe, test } from "vitest";
import { propertiesOf } from "./properties.ts";
import { core } from "./targets/core.ts";
import { bun, deno, node } from "./targets/runtimes.ts";
import type { Target } from "./targets/target.ts";

/** Inputs tried of each property: many in process, fewer over the wire. */
const RUNS = { core: 500, elsewhere: 60 };

describe.each([core, node, bun, deno].map((kind) => [kind.name, kind] as const))("%s", (name, kind) => {
  const missing = kind.missing?.();
  let target: Target;
  beforeAll(async () => {
    if (!missing) target = await kind.start();
  });
  afterAll(() => target?.close());

  for (const { it, hold } of propertiesOf(kind)) {
    test(it, async ({ skip }) => {
      if (missing) skip(missing);
      await hold(target, name === "core" ? RUNS.core : RUNS.elsewhere);
    });
  }
});
