import type { SourceMutation } from "./source-mutation.ts";

/** Defects in webhooks that arrive. */
export const webhookSourceMutations: readonly SourceMutation[] = [
  {
    description: "a signature that is compared without its body",
    file: "core/lib/webhooks/signed-message.ts",
    find: 'if (part === "{body}") return body;',
    replace: 'if (part === "{body}") return new Uint8Array();',
    testFile: "standards/webhooks.test.ts",
    failingTest: "stripe › verifies a request of the sender, also while the secret is replaced",
  },
  {
    description: "a digest of the body that isn't compared",
    file: "core/lib/webhooks/signed-message.ts",
    find: "return sent.toLowerCase() === hex(await sha256(request.body));",
    replace: "return sent.toLowerCase() === hex(await sha256(request.body)) || true;",
    testFile: "standards/webhooks.test.ts",
    failingTest: "twilio › refuses a request with any bit changed",
  },
  {
    description: "a challenge of any characters that is signed",
    file: "core/lib/webhooks/handshake.ts",
    find: "if (secret === undefined || !isSignable(challenge)) return undefined;",
    replace: "if (secret === undefined) return undefined;",
    testFile: "standards/webhook-forgery.test.ts",
    failingTest: "a stranger with the address of x › can't have an event signed as a challenge",
  },
  {
    description: "a challenge that is signed although its request isn't",
    file: "core/lib/webhooks/handshake.ts",
    find: 'const isSigned = "isSigned" in handshake && handshake.isSigned;',
    replace: 'const isSigned = "isSigned" in handshake && handshake.isSigned && false;',
    testFile: "standards/webhook-forgery.test.ts",
    failingTest:
      "a handshake that the sender signs › is answered only if its signature and its time are right",
  },
  {
    description: "a body that is a challenge",
    file: "core/lib/webhooks/verify-webhook.ts",
    find: 'scheme.body !== "object" || (!isForm(request) && isObject(body));',
    replace: 'scheme.body !== "object" || isForm(request) || !isObject(scheme) || body !== scheme;',
    testFile: "standards/webhook-forgery.test.ts",
    failingTest: "a stranger with the address of x › can't have an event signed as a challenge",
  },
  {
    description: "a scheme whose messages could be challenges",
    file: "core/lib/webhooks/check-scheme.ts",
    find: "if (![...messageCharacters(scheme)].some((character) => !isSignable(character)))",
    replace: "if (messageCharacters(scheme) === undefined)",
    testFile: "standards/webhook-forgery.test.ts",
    failingTest: "a scheme that passes the check › never lets a stranger have an event signed",
  },
  {
    description: "a timestamp that is parsed and written again",
    file: "core/lib/webhooks/signed-message.ts",
    find: "const values: Readonly<Record<string, string>> = { timestamp, id, url, method };",
    replace:
      "const values: Readonly<Record<string, string>> = { timestamp: String(Number(timestamp)), id, url, method };",
    testFile: "standards/webhooks.test.ts",
    failingTest: "zendesk › verifies a request of the sender, also while the secret is replaced",
  },
  {
    description: "a timestamp that isn't looked at",
    file: "core/lib/webhooks/verify-webhook.ts",
    find: 'return Math.abs(now - time) <= tolerance ? undefined : "timestamp_outside_tolerance";',
    replace: 'return tolerance >= 0 || time > now ? undefined : "timestamp_outside_tolerance";',
    testFile: "standards/webhooks.test.ts",
    failingTest: "stripe › refuses requests outside the time window",
  },
  {
    description: "only the first of several signatures",
    file: "core/lib/webhooks/verify-webhook.ts",
    find: "return { signatures: matching.map((part) => part.slice(prefix.length)) };",
    replace:
      "return { signatures: matching.slice(0, 1).map((part) => part.slice(prefix.length)) };",
    testFile: "standards/webhooks.test.ts",
    failingTest: "published examples › each of several signatures",
  },
  {
    description: "only the first of several secrets",
    file: "core/lib/webhooks/verify-webhook.ts",
    find: `for (const key of keys)
`,
    replace: `for (const key of keys.slice(0, 1))
`,
    testFile: "standards/webhooks.test.ts",
    failingTest: "stripe › verifies a request of the sender, also while the secret is replaced",
  },
  {
    description: "an empty secret",
    file: "core/lib/webhooks/verify-signature.ts",
    find: "return bytes && bytes.length > 0 && bytes.some((byte) => byte !== 0) ? bytes : undefined;",
    replace: "return bytes;",
    testFile: "standards/webhooks.test.ts",
    failingTest: "github › refuses unusable secrets",
  },
  {
    description: "signatures of two spellings that are mixed",
    file: "core/lib/webhooks/verify-webhook.ts",
    find: "readHeader(request, time?.headers?.[index])",
    replace:
      "readHeader(request, time?.headers?.find((name) => request.headers.get(name) !== null))",
    testFile: "standards/webhooks.test.ts",
    failingTest: "published examples › headers of one spelling only",
  },
  {
    description: "a body that is parsed before it was verified",
    file: "core/lib/webhooks/verify-webhook.ts",
    find: `  if (!isVerified || !(await matchesBodyDigest(scheme, request)))
    return refuse("signature_mismatch");
  const body = parseBody(request);
`,
    replace: `  const body = parseBody(request);
  if (!isVerified && body !== undefined) return refuse("signature_mismatch");
`,
    testFile: "standards/webhooks.test.ts",
    failingTest: "published examples › GitHub's",
  },
  {
    description: "a challenge that is echoed as HTML",
    file: "core/lib/webhooks/handshake.ts",
    find: '"content-type": "text/plain; charset=utf-8"',
    replace: '"content-type": "text/html; charset=utf-8"',
    testFile: "standards/webhooks.test.ts",
    failingTest: "handshakes › echo the challenge of microsoft_graph as text",
  },
  {
    description: "an old secret that is refused at once",
    file: "core/platform/triggers/trigger-secrets.ts",
    find: ".filter(({ until }) => until === undefined || until > now)",
    replace: ".filter(({ until }) => until === undefined)",
    testFile: "triggers/webhooks.test.ts",
    failingTest: "creates a secret, and accepts the old one for a day after it is rotated",
  },
  {
    description: "an unsigned request that is accepted",
    file: "core/platform/triggers/webhooks/receive-webhook.ts",
    find: "if (!verdict.isVerified) return refuse(verdict.reason);",
    replace:
      'if (!verdict.isVerified && verdict.reason !== "signature_missing") return refuse(verdict.reason);',
    testFile: "triggers/webhooks.test.ts",
    failingTest: "refuses wrong signatures, unknown addresses alike, and stores nothing",
  },
  {
    description: "an unsigned event that runs a destructive tool",
    file: "core/platform/triggers/actions/run-action.ts",
    find: "if (!event.isVerified && tool",
    replace: "if (event.isVerified && tool",
    testFile: "triggers/webhooks.test.ts",
    failingTest: "accepts unsigned requests only if asked, and keeps them from destructive tools",
  },
  {
    description: "a secret that anybody can replace with a handshake",
    file: "core/platform/triggers/webhooks/receive-webhook.ts",
    find: 'if (current.length > 0) return refuse("secret_known");',
    replace: "",
    testFile: "triggers/webhooks.test.ts",
    failingTest: "keeps the secret of a handshake, and only the first one",
  },
  {
    description: "an answer before the event is stored",
    file: "core/platform/triggers/webhooks/receive-webhook.ts",
    find: "const accepted = await this.#parts.accept(trigger, inputs);",
    replace: 'const accepted = { outcome: "accepted", events: [{ id: "evt_0" }], duplicates: [] };',
    testFile: "triggers/webhooks.test.ts",
    failingTest: "accepts a signed webhook once, and acts on it",
  },
];
