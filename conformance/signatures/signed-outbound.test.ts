import { expect, test } from "vitest";
import { signedOutbound } from "../../adapters/outbound/signed-outbound.ts";
import { createAgentVerifier } from "../../core/lib/http-signatures/agent-verifier.ts";
import type { FetchOptions } from "../../core/lib/kit/fetch.ts";
import { fetchKeyDirectory } from "../../core/site/fetch-key-directory.ts";
import { createDirectoryOutbound } from "./directories.ts";
import { AGENT_KEY } from "./keys.ts";
import { createSigningKeys } from "./service-keys.ts";

/** Fetches a URL and returns what the wrapped outbound received. */
async function recordFetch(url: string, options?: FetchOptions) {
  const requests: { url: string; options: FetchOptions | undefined }[] = [];
  const outbound = {
    fetch: (url: string, options?: FetchOptions) => {
      requests.push({ url, options });
      return createDirectoryOutbound().fetch("https://agent.example/keys.json");
    },
  };
  await signedOutbound(outbound, {
    keys: await createSigningKeys(AGENT_KEY),
    origin: "https://agent.example",
  }).fetch(url, options);
  return requests[0]!;
}

test("signs requests to other origins so that they can be verified", async () => {
  const { url, options } = await recordFetch("https://shop.example/profile?a=b", {
    headers: { accept: "text/plain" },
    redirects: 0,
  });
  expect(options).toMatchObject({ redirects: 0, headers: { accept: "text/plain" } });
  const verifier = createAgentVerifier({
    fetchDirectory: fetchKeyDirectory(createDirectoryOutbound()),
    origin: "https://shop.example",
    now: Date.now,
  });
  expect(await verifier.verify(new Request(url, { headers: options!.headers! }), "")).toEqual({
    outcome: "verified",
    agent: "https://agent.example/.well-known/http-message-signatures-directory",
    host: "agent.example",
  });
});

test("doesn't sign requests to its own origin or over http", async () => {
  expect(
    (await recordFetch("https://agent.example/page", { headers: { accept: "a/b" } })).options,
  ).toEqual({ headers: { accept: "a/b" } });
  expect((await recordFetch("http://shop.example/profile")).options).toEqual({});
});
