import { afterAll, beforeAll, describe, test } from "vitest";
import { propertiesOf } from "./properties.ts";
import { core, platformCore } from "./targets/core.ts";
import { bun, deno, node, platformBun, platformDeno, platformNode } from "./targets/runtimes.ts";
import type { Target } from "./targets/target.ts";

/** Inputs tried of each property: many in process, fewer over the wire. */
const RUNS = { core: 500, elsewhere: 60 };

const KINDS = [core, node, bun, deno, platformCore, platformNode, platformBun, platformDeno];

describe.each(KINDS.map((kind) => [kind.service.name, kind.name, kind] as const))(
  "%s: %s",
  (_, name, kind) => {
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
  },
);
