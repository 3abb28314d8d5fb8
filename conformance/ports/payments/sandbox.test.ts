import { describe, expect, it } from "vitest";
import { formatTitle, RUNTIMES, runProgram } from "../runtimes.ts";

const EXPECTED_CHECKS = [
  "lists the demo shop's products",
  "formats money, dates and countries",
  "accepts a test card and shows a receipt",
  "deletes the buyer's details",
];

describe("the sandbox", () => {
  for (const { name, skipReason } of RUNTIMES) {
    it.skipIf(skipReason)(
      formatTitle(`passes its checks on ${name}`, skipReason),
      async () => {
        const { lines, errors, code } = await runProgram(name, "payments/sandbox-run.ts");
        expect(
          lines.map((line) => JSON.parse(line)),
          errors,
        ).toEqual(EXPECTED_CHECKS);
        expect([code, errors]).toEqual([0, ""]);
      },
      60_000,
    );
  }
});
