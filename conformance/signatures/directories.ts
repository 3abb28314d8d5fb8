import { type Outbound, type OutboundCode, outboundFailure } from "../../core/ports/outbound.ts";
import { AGENT_KEY, FUTURE_KEY, OTHER_KEY, P256_KEY, RFC_KEY, type SuiteKey } from "./keys.ts";

/** Where the keys of an origin are. */
export const WELL_KNOWN = "/.well-known/http-message-signatures-directory";
/** The agent that the cases are, and another. */
export const AGENT = `https://agent.example${WELL_KNOWN}`;
export const OTHER = `https://other.example${WELL_KNOWN}`;

const keys = (...entries: unknown[]) => ({ text: JSON.stringify({ keys: entries }) });
const entry = (key: SuiteKey, more: object = {}) => ({
  ...key.public,
  kid: key.id,
  use: "sig",
  ...more,
});

interface Reply {
  readonly status?: number;
  readonly text?: string;
  readonly type?: string;
  readonly fails?: OutboundCode;
}

const REPLIES: Readonly<Record<string, Reply>> = {
  [AGENT]: keys(entry(AGENT_KEY), entry(P256_KEY), entry(RFC_KEY)),
  [OTHER]: keys(entry(OTHER_KEY)),
  "https://agent.example/keys.json": {
    ...keys(entry(AGENT_KEY)),
    type: "application/jwk-set+json",
  },
  "https://agent.example/keys.json?v=2": { ...keys(entry(AGENT_KEY)), type: "application/json" },
  // What another calls its key is not its name.
  "https://shadow.example/keys": keys({ ...OTHER_KEY.public, kid: AGENT_KEY.id }),
  "https://careless.example/keys": keys(
    entry(AGENT_KEY, { d: "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU" }),
  ),
  "https://cipher.example/keys": keys(entry(AGENT_KEY, { use: "enc" })),
  "https://future.example/keys": keys(entry(FUTURE_KEY, { nbf: 4_000_000_000 })),
  "https://past.example/keys": keys(entry(AGENT_KEY, { exp: 1_700_000_000_000 })),
  "https://many.example/keys": keys(...Array.from({ length: 21 }, () => entry(AGENT_KEY))),
  "https://html.example/keys": { text: "<!doctype html>", type: "text/html" },
  "https://odd.example/keys": { text: '{"keys":{}}' },
  "https://moved.example/keys": { status: 301 },
  "https://gone.example/keys": { status: 404 },
  "https://slow.example/keys": { fails: "timeout" },
  "https://inside.example/keys": { fails: "blocked_address" },
  "https://large.example/keys": { fails: "too_large" },
};

/** Hands out the directories that the cases know, and nothing else; `fetched` is told what is asked for. */
export const rigDirectories = (fetched: (url: string) => void = () => {}): Outbound => ({
  async fetch(url) {
    fetched(url);
    const {
      status = 200,
      text = "",
      type = "application/http-message-signatures-directory+json",
      fails,
    } = REPLIES[url] ?? { fails: "unresolvable" as const };
    if (fails) throw outboundFailure(fails, `The rig has ${fails} at ${url}.`);
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
