import { expect, it } from "vitest";
import { isOutboundFailure, outboundFailure } from "./outbound.ts";

it("distinguishes its failures from other errors with a code", () => {
  expect(isOutboundFailure(outboundFailure("timeout", "Too late."))).toBe(true);
  expect(isOutboundFailure(Object.assign(new Error(), { code: "timeout" }))).toBe(false);
  expect(
    isOutboundFailure(Object.assign(new Error(), { name: "OutboundFailure", code: "ENOENT" })),
  ).toBe(false);
  expect(isOutboundFailure({ name: "OutboundFailure", code: "timeout" })).toBe(false);
});
