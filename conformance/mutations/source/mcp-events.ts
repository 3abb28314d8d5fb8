import type { SourceMutation } from "./source-mutation.ts";

/** Defects in the events for MCP clients. */
export const mcpEventMutations: readonly SourceMutation[] = [
  {
    description: "a callback whose owner is never asked",
    file: "core/platform/triggers/mcp-events/mcp-events.ts",
    find: `    await this.#confirm(actor, { id, url, secret });
`,
    replace: "",
    testFile: "triggers/mcp-events-subscribe.test.ts",
    failingTest: "events/subscribe › rejects an address that answers the challenge with a 404",
  },
  {
    description: "a challenge that is answered but not compared",
    file: "core/platform/triggers/mcp-events/verify-callback.ts",
    find: '(await isEqual(readChallenge(text), challenge)) ? undefined : "challenge_failed"',
    replace: "undefined",
    testFile: "triggers/mcp-events-subscribe.test.ts",
    failingTest:
      "events/subscribe › rejects an address that answers the challenge with another challenge",
  },
  {
    description: "a subscription that exists before its address has confirmed it",
    file: "core/platform/triggers/mcp-events/mcp-events.ts",
    find: `    await this.#confirm(actor, { id, url, secret });
    const { trigger } = source.stored ?? (await source.create());
`,
    replace: `    const { trigger } = source.stored ?? (await source.create());
    await this.#confirm(actor, { id, url, secret });
`,
    testFile: "triggers/mcp-events-subscribe.test.ts",
    failingTest: "events/subscribe › rejects an address that answers the challenge with a 500",
  },
  {
    description: "a challenge among the other members of the request",
    file: "core/platform/triggers/mcp-events/verify-callback.ts",
    find: 'typeof challenge === "string" && Object.keys(others).length === 0 ? challenge : "";',
    replace: 'typeof challenge === "string" && Object.keys(others).length < 9 ? challenge : "";',
    testFile: "triggers/mcp-events-subscribe.test.ts",
    failingTest:
      "events/subscribe › rejects an address that answers the challenge with its own request",
  },
  {
    description: "simultaneous subscriptions that are counted only before they are stored",
    file: "adapters/storage/stores/trigger-store.ts",
    find: 'return Number(row?.["number"]) + own > max;',
    replace: 'return Number(row?.["number"]) + own > max && own > max;',
    testFile: "triggers/mcp-events-subscribe.test.ts",
    failingTest:
      "events/subscribe › limits them to 100 also if many are requested at the same time",
  },
  {
    description: "a redirect of a callback that is followed",
    file: "core/platform/triggers/mcp-events/verify-callback.ts",
    find: "redirects: 0,",
    replace: "redirects: 3,",
    testFile: "triggers/mcp-events-subscribe.test.ts",
    failingTest:
      "events/subscribe › rejects an address that redirects the challenge to one that confirms it",
  },
  {
    description: "a subscription that never ends",
    file: "core/platform/triggers/mcp-events/subscriber-actions.ts",
    find: '({ url, status, until }) => url !== undefined && status === "active" && until > at',
    replace: '({ url, status }) => url !== undefined && status === "active"',
    testFile: "triggers/mcp-events-subscribe.test.ts",
    failingTest: "events/subscribe › delivers nothing after its end",
  },
  {
    description: "a requested lifetime that is ignored",
    file: "core/platform/triggers/mcp-events/mcp-events.ts",
    find: "Math.min(ttlMs === null ? MAX_TTL : (ttlMs ?? DEFAULT_TTL), MAX_TTL)",
    replace: "DEFAULT_TTL",
    testFile: "triggers/mcp-events-subscribe.test.ts",
    failingTest: "events/subscribe › ends with its time, and takes its trigger with it",
  },
  {
    description: "a subscription that another key can end",
    file: "core/platform/triggers/mcp-events/subscription.ts",
    find: "canonicalJson([account, id, url ?? null, name, input])",
    replace: "canonicalJson([account, url ?? null, name, input])",
    testFile: "triggers/mcp-events.test.ts",
    failingTest: "events/unsubscribe › leaves the same subscription of another key",
  },
  {
    description: "an old secret that stops signing at once",
    file: "core/platform/triggers/mcp-events/subscription.ts",
    find: "until: now + SECRET_OVERLAP",
    replace: "until: now",
    testFile: "triggers/mcp-events-subscribe.test.ts",
    failingTest:
      "events/subscribe › signs with a new secret and for five minutes with the old one too",
  },
  {
    description: "an old secret that signs forever",
    file: "core/platform/triggers/mcp-events/subscription.ts",
    find: "const SECRET_OVERLAP = 300_000;",
    replace: "const SECRET_OVERLAP = 300_000_000;",
    testFile: "triggers/mcp-events-subscribe.test.ts",
    failingTest:
      "events/subscribe › signs with a new secret and for five minutes with the old one too",
  },
  {
    description: "a cursor that a poll ignores",
    file: "core/platform/triggers/mcp-events/poll-events.ts",
    find: `    after: cursor,
    from: maxAgeMs`,
    replace: "    from: maxAgeMs",
    testFile: "triggers/mcp-events.test.ts",
    failingTest: "events/poll › returns the events after the cursor, page by page",
  },
  {
    description: "missed events that a poll doesn't report",
    file: "core/platform/triggers/mcp-events/cursors.ts",
    find: "return time < Math.max(Date.parse(created), now - dataDays * DAY);",
    replace: "return time < 0 && Date.parse(created) < now - dataDays * DAY;",
    testFile: "triggers/mcp-events.test.ts",
    failingTest: "events/poll › keeps the trigger of a list for an hour after each poll",
  },
  {
    description: "missed events that a subscription doesn't deliver",
    file: "core/platform/triggers/mcp-events/mcp-events.ts",
    find: "isNew && cursor !== null",
    replace: 'isNew && cursor === ""',
    testFile: "triggers/mcp-events-subscribe.test.ts",
    failingTest: "events/subscribe › delivers what was missed after a cursor",
  },
  {
    description: "a subscription of a revoked key that delivers",
    file: "core/platform/triggers/mcp-events/subscriber-actions.ts",
    find: 'if (!actor?.permissions.includes("run") || !mayAccessEvent(actor, event))',
    replace: "if (actor && !mayAccessEvent(actor, event))",
    testFile: "triggers/mcp-events-subscribe.test.ts",
    failingTest: "events/subscribe › delivers nothing for a key that was revoked",
  },
  {
    description: "an address that is called without TLS",
    file: "core/platform/triggers/mcp-events/subscription.ts",
    find: 'parsed.protocol === "https:" ||',
    replace: 'parsed.protocol.startsWith("http") ||',
    testFile: "triggers/mcp-events-subscribe.test.ts",
    failingTest: "events/subscribe › rejects an address without TLS",
  },
];
