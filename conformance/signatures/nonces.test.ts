import { describe, expect, it } from "vitest";
import { createAgentVerifier } from "../../core/lib/http-signatures/agent-verifier.ts";
import { fetchKeyDirectory } from "../../core/site/fetch-key-directory.ts";
import { createDirectoryOutbound, type SigningOptions, signRequest } from "./keys.ts";
import { createFixture, createRequest, ORIGIN, SEARCH_URL, verify } from "./verifier-fixture.ts";

describe("the nonces of a verifier", () => {
  it("are not verified if the store refuses them or can't check them", async () => {
    const outcomes = [];
    for (const add of [() => "full" as const, () => Promise.reject(new Error("no database"))]) {
      const agents = createAgentVerifier({
        fetchDirectory: fetchKeyDirectory(createDirectoryOutbound()),
        origin: ORIGIN,
        nonces: { add },
        now: Date.now,
      });
      const request = createRequest(signRequest(SEARCH_URL, { extraParameters: ';nonce="a"' }));
      outcomes.push((await agents.verify(request, "n1"))!);
    }
    expect(outcomes).toMatchObject([
      { outcome: "unverified", reason: "nonces_full" },
      { outcome: "unverified", reason: "nonces_unavailable" },
    ]);
  });

  it("are not forgotten after thousands of others", async () => {
    const fixture = createFixture();
    const headers = signRequest(SEARCH_URL, { extraParameters: ';nonce="first"' });
    expect(await verify(createRequest(headers), fixture)).toBe("verified");
    for (let number = 0; number < 10_200; number += 200)
      await Promise.all(
        Array.from({ length: 200 }, (_, index) => {
          const extraParameters = `;nonce="${number + index}"`;
          return verify(createRequest(signRequest(SEARCH_URL, { extraParameters })), fixture);
        }),
      );
    expect(["replayed", "nonces_full"]).toContain(await verify(createRequest(headers), fixture));
    expect(await verify(createRequest(headers), fixture)).toBe("replayed");
  }, 60_000);

  it("are required for everything that may change something, and for long lifetimes", async () => {
    const without = (method: string, signing: SigningOptions = {}) =>
      verify(
        createRequest(
          signRequest(SEARCH_URL, { extraParameters: "", ...signing }, method),
          SEARCH_URL,
          method,
        ),
      );
    expect(await without("GET")).toBe("verified");
    expect(await without("HEAD")).toBe("verified");
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY"])
      expect(await without(method)).toBe("nonce_required");
    expect(await without("GET", { expires: 3_600 })).toBe("verified");
    expect(await without("GET", { expires: 3_601 })).toBe("nonce_required");
    expect(await without("GET", { expires: 86_400, extraParameters: ';nonce="a"' })).toBe(
      "verified",
    );
    expect(await without("POST", { extraParameters: ';nonce="b"' })).toBe("verified");
  });
});
