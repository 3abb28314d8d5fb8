import { type Outbound, type OutboundCode, outboundFailure } from "../../core/ports/outbound.ts";
import { AGENT_KEY, FUTURE_KEY, OTHER_KEY, P256_KEY, RFC_KEY, type SuiteKey } from "./keys.ts";

/** The well-known path of key directories. */
export const WELL_KNOWN = "/.well-known/http-message-signatures-directory";
/** The agent that the cases use, and another one. */
export const AGENT_URL = `https://agent.example${WELL_KNOWN}`;
export const OTHER_AGENT_URL = `https://other.example${WELL_KNOWN}`;

const keySet = (...entries: unknown[]) => ({ text: JSON.stringify({ keys: entries }) });
const keyEntry = (key: SuiteKey, extra: object = {}) => ({
  ...key.public,
  kid: key.id,
  use: "sig",
  ...extra,
});

interface DirectoryReply {
  readonly status?: number;
  readonly text?: string;
  readonly type?: string;
  readonly isUnavailable?: OutboundCode;
}

const REPLIES: Readonly<Record<string, DirectoryReply>> = {
  [AGENT_URL]: keySet(keyEntry(AGENT_KEY), keyEntry(P256_KEY), keyEntry(RFC_KEY)),
  [OTHER_AGENT_URL]: keySet(keyEntry(OTHER_KEY)),
  "https://agent.example/keys.json": {
    ...keySet(keyEntry(AGENT_KEY)),
    type: "application/jwk-set+json",
  },
  "https://agent.example/keys.json?v=2": {
    ...keySet(keyEntry(AGENT_KEY)),
    type: "application/json",
  },
  // The same key under another key ID.
  "https://shadow.example/keys": keySet({ ...OTHER_KEY.public, kid: AGENT_KEY.id }),
  "https://careless.example/keys": keySet(
    keyEntry(AGENT_KEY, { d: "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU" }),
  ),
  "https://cipher.example/keys": keySet(keyEntry(AGENT_KEY, { use: "enc" })),
  "https://future.example/keys": keySet(keyEntry(FUTURE_KEY, { nbf: 4_000_000_000 })),
  "https://past.example/keys": keySet(keyEntry(AGENT_KEY, { exp: 1_700_000_000_000 })),
  "https://many.example/keys": keySet(...Array.from({ length: 21 }, () => keyEntry(AGENT_KEY))),
  "https://html.example/keys": { text: "<!doctype html>", type: "text/html" },
  "https://odd.example/keys": { text: '{"keys":{}}' },
  "https://moved.example/keys": { status: 301 },
  "https://gone.example/keys": { status: 404 },
  "https://slow.example/keys": { isUnavailable: "timeout" },
  "https://inside.example/keys": { isUnavailable: "blocked_address" },
  "https://large.example/keys": { isUnavailable: "too_large" },
};

/**
 * Serves the key directories of the cases and nothing else. Calls `fetched` with each requested
 * URL.
 */
export const createDirectoryOutbound = (fetched: (url: string) => void = () => {}): Outbound => ({
  async fetch(url) {
    fetched(url);
    const {
      status = 200,
      text = "",
      type = "application/http-message-signatures-directory+json",
      isUnavailable,
    } = REPLIES[url] ?? { isUnavailable: "unresolvable" as const };
    if (isUnavailable)
      throw outboundFailure(isUnavailable, `The fixture fails with ${isUnavailable} at ${url}.`);
    const headers = new Headers({ "cache-control": "max-age=3600", "content-type": type });
    const body = new Response(text);
    return {
      status,
      url,
      headers,
      body: body.body ?? new ReadableStream(),
      bytes: () => body.bytes(),
      text: () => body.text(),
    };
  },
});
