import { describe, expect, it } from "vitest";
import { Problem } from "../../core/http/problem.ts";
import type { ProtocolContext } from "../../core/site/contract.ts";
import { acpMiddleware } from "../../core/site/protocols/acp/middleware.ts";
import { createFixtureCommerce } from "./commerce.ts";

const input = {
  name: "createAcpCheckout",
  method: "POST",
  path: {},
  query: {},
  headers: { "api-version": "2026-04-17", "idempotency-key": "k" },
  body: {},
};

describe("acpMiddleware", () => {
  it("doesn't store a temporary error under the idempotency key", async () => {
    const { commerce } = await createFixtureCommerce();
    const context = {
      site: commerce.site,
      commerce,
      identity: "someone",
      signal: new AbortController().signal,
    } as unknown as ProtocolContext;
    const inProgress = acpMiddleware(input, context, () =>
      Promise.reject(new Problem("request_in_flight", "Stripe is still opening this checkout.")),
    );
    await expect(inProgress).rejects.toMatchObject({ code: "request_in_flight" });
    const retry = await acpMiddleware(input, context, async () => ({ status: 201, body: {} }));
    expect(retry).toMatchObject({ status: 201 });
  });
});
