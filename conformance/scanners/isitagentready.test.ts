import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { core } from "../targets/core.ts";
import type { Target } from "../targets/target.ts";
import type { Rule } from "./rule.ts";
import { commerce } from "./rules/commerce.ts";
import { discoverability } from "./rules/discoverability.ts";
import { documents } from "./rules/documents.ts";

/** The documented rules of isitagentready.com, asked of the rig's site. */
const RULES: readonly Rule[] = [...discoverability, ...documents, ...commerce];

const skips: string[] = [];
let site: Target;
beforeAll(async () => void (site = await core.start()));
afterAll(async () => {
  await site.close();
  if (skips.length > 0)
    console.log(`Not there, and so not looked at:\n${skips.map((line) => `  ${line}`).join("\n")}`);
});

describe("isitagentready", () => {
  for (const rule of RULES) {
    test(`${rule.id}: ${rule.declined ? "nothing pretends to be there" : rule.passes}`, async ({
      skip,
    }) => {
      const finding = await rule.look((asking) => site.ask(asking));
      if (rule.declined) return expect(finding).toMatchObject({ outcome: "absent" });
      if (rule.may && finding.outcome === "absent") {
        skips.push(`${rule.id}: ${rule.may}`);
        return skip(rule.may);
      }
      expect(finding).toEqual({ outcome: "pass" });
    });
  }

  test("an absent document is a 404 that is no page, whatever Accept says", async () => {
    for (const path of [
      "/.well-known/nothing.json",
      "/.well-known/agent-card.json",
      "/.well-known/mcp.json",
      "/agents.md",
      "/.well-known/x402",
    ]) {
      for (const accept of ["*/*", "application/json", "text/html,*/*;q=0.8"]) {
        const { status, headers } = await site.ask({ path, headers: { accept } });
        expect([path, status, headers["content-type"]]).toEqual([
          path,
          404,
          "application/problem+json",
        ]);
      }
    }
  });
});
