import { createHash, createPrivateKey, type JsonWebKey, type KeyObject, sign } from "node:crypto";
import { type Outbound, type OutboundCode, outboundFailure } from "../../core/ports/outbound.ts";
import type { SigningKeys } from "../../core/ports/signing.ts";

/** A key that the suite signs with. It is published here, so it proves nothing elsewhere. */
export interface SuiteKey {
  readonly id: string;
  readonly public: JsonWebKey;
  readonly secret: JsonWebKey;
  sign(text: string): Buffer;
}

/** The thumbprint of a key (RFC 7638), computed with Node's crypto module. */
const thumbprint = (members: JsonWebKey) =>
  createHash("sha256").update(JSON.stringify(members)).digest("base64url");

function createSuiteKey(
  jwk: JsonWebKey,
  how: (key: KeyObject, text: Buffer) => Buffer = (key, text) => sign(null, text, key),
): SuiteKey {
  const { kty, crv, x, y } = jwk;
  const members = { crv, kty, x, ...(y !== undefined && { y }) } as JsonWebKey;
  const key = createPrivateKey({ key: jwk, format: "jwk" });
  return {
    id: thumbprint(members),
    public: members,
    secret: jwk,
    sign: (text) => how(key, Buffer.from(text)),
  };
}

/** The key of the agent that the cases use. */
export const AGENT_KEY = createSuiteKey({
  crv: "Ed25519",
  d: "6CMPfrfcNMXF4XsEuqKsCRtGKH1fXT1fPc1oyqwLqT8",
  x: "ZYmeQjkC2UtiC0kfM5PZDWcqNNGWNF1Vbor3XmJRnuM",
  kty: "OKP",
});
/** The key of another agent. */
export const OTHER_KEY = createSuiteKey({
  crv: "Ed25519",
  d: "XrJLLWhByIwdYu4OYKoVSeetN8OG9Kvsy-v2_lYItt8",
  x: "D3Q4YuiUAUYciYUHVUh4KtGiKfdEiE14XQbD4rAWHJ4",
  kty: "OKP",
});
/** A key that isn't valid yet. */
export const FUTURE_KEY = createSuiteKey({
  crv: "Ed25519",
  d: "pw5gppQNxij-5pQyQFAJDZlzH5anDUOPKZpQdAJb9sQ",
  x: "7pXSyaWnfDk_mdRSJ3uXrBBok6QVQq2ZshjCEUsHVM8",
  kty: "OKP",
});
/** A key of another type. */
export const P256_KEY = createSuiteKey(
  {
    kty: "EC",
    x: "DkYQIsohGiAyo1Vj2u4JVDA6656VUt1smXdh3o3_ojA",
    y: "BvPL8psblFzUbkY1J89D6-1WDBlvAuOQZpDAhBkeK3I",
    crv: "P-256",
    d: "CCIEUoLOmtCvnYFsfB46iPbUrvqzbENobgrotgDP7RM",
  },
  (key, text) => sign("sha256", text, { key, dsaEncoding: "ieee-p1363" }),
);
/** The published test key of RFC 9421, appendix B.1.4. */
export const RFC_KEY = createSuiteKey({
  crv: "Ed25519",
  d: "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU",
  x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs",
  kty: "OKP",
});

/** Uses a key of the suite as the service's own signing key. */
export async function createSigningKeys(key: SuiteKey = AGENT_KEY): Promise<SigningKeys> {
  const privateKey = await crypto.subtle.importKey("jwk", key.secret, "Ed25519", false, ["sign"]);
  return { publishedKeys: () => [{ id: key.id, x: key.public.x!, privateKey }] };
}

/** How to sign a request. The defaults follow the standard. */
export interface SigningOptions {
  readonly key?: SuiteKey;
  readonly label?: string;
  /** The value of Signature-Agent. `null` omits the header. */
  readonly agent?: string | null;
  /** The covered components, as in Signature-Input. */
  readonly components?: readonly string[];
  /** Values that override those of covered components. */
  readonly values?: Readonly<Record<string, string>>;
  /** Overrides of the required parameters, in their order. Times are in seconds from now. */
  readonly created?: number;
  readonly expires?: number;
  readonly parameters?: string;
  /**
   * Additional parameters. Default: a new nonce, if the method isn't GET or HEAD, because such
   * requests need one.
   */
  readonly extraParameters?: string;
}

/** The value of Signature-Agent for a URL. */
export const signatureAgent = (url: string, label = "sig1") => `${label}="${url}"`;
/** The component identifier that covers that value. */
export const agentComponent = (label = "sig1") => `"signature-agent";key="${label}"`;

/** Returns the headers that sign a request. It shares no code with the core. */
export function signRequest(
  target: string,
  signing: SigningOptions = {},
  method = "GET",
): Record<string, string> {
  const {
    key = AGENT_KEY,
    label = "sig1",
    agent = signatureAgent(AGENT_URL, label),
    components = ['"@authority"', agentComponent(label)],
    created = 0,
    expires = 60,
    extraParameters = /^(GET|HEAD)$/.test(method) ? "" : `;nonce="${crypto.randomUUID()}"`,
  } = signing;
  const now = Math.floor(Date.now() / 1000);
  const { host, pathname, search } = new URL(target);
  const parameters =
    signing.parameters ??
    `;created=${now + created};expires=${now + expires};keyid="${key.id}";tag="web-bot-auth"`;
  const member = agent?.replace(/^[a-z0-9]+=/, "") ?? "";
  const values: Record<string, string> = {
    '"@authority"': host,
    '"@target-uri"': target,
    '"@method"': method,
    '"@path"': pathname,
    '"@query"': search || "?",
    '"signature-agent"': agent ?? "",
    [agentComponent(label)]: member,
    ...signing.values,
  };
  const params = `(${components.join(" ")})${parameters}${extraParameters}`;
  const base = [
    ...components.map((component) => `${component}: ${values[component] ?? ""}`),
    `"@signature-params": ${params}`,
  ].join("\n");
  return {
    ...(agent !== null && { "signature-agent": agent }),
    "signature-input": `${label}=${params}`,
    signature: `${label}=:${key.sign(base).toString("base64")}:`,
  };
}

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
