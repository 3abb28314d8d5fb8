import { expect, test } from "vitest";
import { rigDirectories } from "../../../conformance/signatures/directories.ts";
import { AGENT_KEY } from "../../../conformance/signatures/keys.ts";
import { rigSigning } from "../../../conformance/signatures/own.ts";
import type { OutboundOptions } from "../../ports/outbound.ts";
import { createAgents } from "./agents.ts";
import { signedOutbound } from "./outgoing.ts";

/** What an outbound is asked for. */
async function askedBy(url: string, options?: OutboundOptions) {
  const asked: { url: string; options: OutboundOptions | undefined }[] = [];
  const outbound = {
    fetch: async (url: string, options?: OutboundOptions) => (
      asked.push({ url, options }), rigDirectories().fetch("https://agent.example/keys.json")
    ),
  };
  await signedOutbound(outbound, {
    keys: await rigSigning(AGENT_KEY),
    origin: "https://agent.example",
  }).fetch(url, options);
  return asked[0]!;
}

test("what is fetched from strangers is signed as others verify it", async () => {
  const { url, options } = await askedBy("https://shop.example/profile?a=b", {
    headers: { accept: "text/plain" },
    redirects: 0,
  });
  expect(options).toMatchObject({ redirects: 0, headers: { accept: "text/plain" } });
  const agents = createAgents({
    outbound: rigDirectories(),
    origin: "https://shop.example",
    now: Date.now,
  });
  expect(await agents.verify(new Request(url, { headers: options!.headers! }), "")).toEqual({
    outcome: "verified",
    agent: "https://agent.example/.well-known/http-message-signatures-directory",
    host: "agent.example",
  });
});

test("what is fetched from the service itself, or not by https, is as it was", async () => {
  expect(
    (await askedBy("https://agent.example/page", { headers: { accept: "a/b" } })).options,
  ).toEqual({ headers: { accept: "a/b" } });
  expect((await askedBy("http://shop.example/profile")).options).toEqual({});
});
