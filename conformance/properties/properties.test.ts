import { afterAll, beforeAll, describe, test } from "vitest";
import { platformCore, platformRuntimes, siteCore, siteRuntimes } from "../targets/core.ts";
import type { Target } from "../targets/target.ts";
import { runsTier } from "../tiers.ts";
import { createProperties } from "./properties.ts";

/** Runs of each property: many in process, fewer over the network, and many more by hand. */
const RUN_COUNTS = runsTier("all")
  ? { core: 20_000, elsewhere: 2_000 }
  : { core: 200, elsewhere: 40 };

const TARGETS = [siteCore, ...siteRuntimes, platformCore, ...platformRuntimes];

describe.each(TARGETS.map((kind) => [kind.service.name, kind.name, kind] as const))(
  "%s: %s",
  (_, name, kind) => {
    const missing = kind.skipReason?.();
    let target: Target;
    beforeAll(async () => {
      if (!missing) target = await kind.start();
    });
    afterAll(() => target?.close());

    for (const { it, verify } of createProperties(kind)) {
      test(it, { timeout: runsTier("all") ? 3_600_000 : undefined }, async ({ skip }) => {
        if (missing) skip(missing);
        await verify(target, name === "core" ? RUN_COUNTS.core : RUN_COUNTS.elsewhere);
      });
    }
  },
);
