import assert from "node:assert/strict";
import { createHash, createPublicKey, verify } from "node:crypto";
import type { Exchanges } from "../../case.ts";
import { WELL_KNOWN } from "../../signatures/directories.ts";
import { AGENT_KEY } from "../../signatures/keys.ts";
import { signAsAgent } from "./sign-requests.ts";

/** The key directory of the service. */
export const keyDirectoryExchanges: Exchanges = {
  [WELL_KNOWN]: [
    {
      it: "contains the public keys of outbound requests and is signed with them",
      requires: "fixture",
      request: { path: WELL_KNOWN },
      status: 200,
      headers: {
        "content-type": "application/http-message-signatures-directory+json",
        "cache-control": "public, max-age=3600",
        "access-control-allow-origin": "*",
      },
      check(response, { info }) {
        const { keys } = JSON.parse(response.text);
        assert.deepEqual(keys, [
          { kty: "OKP", crv: "Ed25519", x: AGENT_KEY.public.x, kid: AGENT_KEY.id, use: "sig" },
        ]);
        const digest = `sha-256=:${createHash("sha256").update(response.bytes).digest("base64")}:`;
        assert.equal(response.headers["content-digest"], digest);
        const [, label, params] =
          /^(\w+)=(\("@authority";req "content-digest"\);created=\d+;expires=\d+;keyid="[\w-]{43}";tag="http-message-signatures-directory")$/.exec(
            response.headers["signature-input"] ?? "",
          ) ?? [];
        const base = `"@authority";req: ${new URL(info.url).host}\n"content-digest": ${digest}\n"@signature-params": ${params}`;
        const [, signature = ""] =
          new RegExp(`^${label}=:([^:]+):$`).exec(response.headers["signature"] ?? "") ?? [];
        const key = createPublicKey({ key: AGENT_KEY.public, format: "jwk" });
        assert.ok(verify(null, Buffer.from(base), key, Buffer.from(signature, "base64")));
        const [, created, expires] = /created=(\d+);expires=(\d+)/.exec(params!)!.map(Number);
        assert.ok(
          created! <= Date.now() / 1000 && expires! > Date.now() / 1000 + 3600,
          "the signature expires before the cached response",
        );
      },
    },
    {
      it: "is linked from siteInfo",
      requires: "fixture",
      request: { path: "/agent/site.json" },
      status: 200,
      check: ({ text }) => assert.ok(text.includes(WELL_KNOWN)),
    },
    {
      it: "ignores request signatures",
      requires: "fixture",
      request: (context) => signAsAgent(context, { path: WELL_KNOWN }),
      status: 200,
      check: ({ headers }) => assert.equal(headers["signature-outcome"], undefined),
    },
  ],
};
