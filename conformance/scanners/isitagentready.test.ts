import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { siteCore } from "../targets/core.ts";
import type { Target } from "../targets/target.ts";
import type { Rule } from "./rule.ts";
import { commerce } from "./rules/commerce.ts";
import { discoverability } from "./rules/discoverability.ts";
import { documents } from "./rules/documents.ts";

/** The documented rules of isitagentready.com, applied to the fixture's site. */
const RULES: readonly Rule[] = [...discoverability, ...documents, ...commerce];

const skips: string[] = [];
let site: Target;
beforeAll(async () => {
  site = await siteCore.start();
});
afterAll(async () => {
  await site.close();
  if (skips.length > 0)
    console.log(`Skipped because it is absent:\n${skips.map((line) => `  ${line}`).join("\n")}`);
});

describe("isitagentready", () => {
  for (const rule of RULES) {
    test(`${rule.id}: ${rule.declinedReason ? "is not offered" : rule.shouldPass}`, async ({
      skip,
    }) => {
      const finding = await rule.check((request) => site.send(request));
      if (rule.declinedReason) return expect(finding).toMatchObject({ outcome: "absent" });
      if (rule.mayBeAbsent && finding.outcome === "absent") {
        skips.push(`${rule.id}: ${rule.mayBeAbsent}`);
        return skip(rule.mayBeAbsent);
      }
      expect(finding).toEqual({ outcome: "pass" });
    });
  }

  test("a missing document is a 404 without HTML, whatever Accept contains", async () => {
    for (const path of [
      "/.well-known/nothing.json",
      "/.well-known/agent-card.json",
      "/.well-known/mcp.json",
      "/agents.md",
      "/.well-known/x402",
    ]) {
      for (const accept of ["*/*", "application/json", "text/html,*/*;q=0.8"]) {
        const { status, headers } = await site.send({ path, headers: { accept } });
        expect([path, status, headers["content-type"]]).toEqual([
          path,
          404,
          "application/problem+json",
        ]);
      }
    }
  });
});
