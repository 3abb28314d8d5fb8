import {
  AGENT_KEY,
  AGENT_URL,
  agentComponent,
  FUTURE_KEY,
  OTHER_AGENT_URL,
  OTHER_KEY,
  P256_KEY,
  RFC_KEY,
  type SigningOptions,
  signatureAgent,
  signRequest,
  WELL_KNOWN,
} from "./keys.ts";

/** A signed request to a target, with its expected outcome. */
export interface SignatureVector {
  readonly name: string;
  /**
   * `verified`, the reason why it isn't verified, or undefined if the request counts as unsigned.
   */
  readonly outcome: string | undefined;
  headers(target: string): Record<string, string>;
}

const createVector = (
  name: string,
  outcome: string | undefined,
  signing: SigningOptions,
  change: (headers: Record<string, string>) => Record<string, string> = (headers) => headers,
): SignatureVector => ({
  name,
  outcome,
  headers: (target) => change(signRequest(target, signing)),
});
const replaceHeader =
  (name: string, from: RegExp, to: string | ((match: string, part: string) => string)) =>
  (headers: Record<string, string>) => ({
    ...headers,
    [name]: headers[name]!.replace(from, to as never),
  });
const signingHost = (host: string) => ({ agent: signatureAgent(`https://${host}/keys`) });
const nowSeconds = () => Math.floor(Date.now() / 1000);
const withParameters = (text: string): SigningOptions => ({
  parameters: text
    .replaceAll("KEY", AGENT_KEY.id)
    .replace("NOW", String(nowSeconds()))
    .replace("SOON", String(nowSeconds() + 60)),
});

/** The SHA-256 digests of an empty body and of `hello`. */
const DIGEST_OF_NOTHING = "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:";
const DIGEST_OF_HELLO = "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:";

/** Requests with valid signatures. */
export const VALID_VECTORS: readonly SignatureVector[] = [
  createVector("the URL of the keys, the form of the current draft", "verified", {}),
  createVector("an origin, the form of earlier drafts", "verified", {
    agent: signatureAgent("https://agent.example"),
  }),
  createVector("an origin with a trailing slash", "verified", {
    agent: signatureAgent("https://agent.example/"),
  }),
  createVector("the type directory", "verified", {
    agent: 'sig1="https://agent.example";type=directory',
  }),
  createVector("the type jwks_uri", "verified", {
    agent: 'sig1="https://agent.example/keys.json";type=jwks_uri',
  }),
  createVector("a URL with any path", "verified", {
    agent: signatureAgent("https://agent.example/keys.json"),
  }),
  createVector("a URL with a query", "verified", {
    agent: signatureAgent("https://agent.example/keys.json?v=2"),
  }),
  createVector("a URL that isn't normalized", "verified", {
    agent: signatureAgent("HTTPS://Agent.Example/%6bey%73.json"),
  }),
  createVector("a string instead of a dictionary, the form of the first drafts", "verified", {
    agent: '"https://agent.example"',
    components: ['"@authority"', '"signature-agent"'],
  }),
  createVector("the whole dictionary", "verified", {
    components: ['"@authority"', '"signature-agent"'],
  }),
  createVector("a dictionary key that isn't the label", "verified", {
    agent: `agent2="${AGENT_URL}"`,
    components: ['"@authority"', agentComponent("agent2")],
    values: { [agentComponent("agent2")]: `"${AGENT_URL}"` },
  }),
  createVector("@target-uri instead of @authority", "verified", {
    components: ['"@target-uri"', agentComponent()],
  }),
  createVector("the method, path and query covered", "verified", {
    components: ['"@method"', '"@authority"', '"@path"', '"@query"', agentComponent()],
  }),
  createVector("an explicit algorithm", "verified", { extraParameters: ';alg="ed25519"' }),
  createVector("a P-256 key", "verified", { key: P256_KEY }),
  createVector(
    "the digest of an empty body",
    "verified",
    {
      components: ['"@authority"', '"content-digest"', agentComponent()],
      values: { '"content-digest"': DIGEST_OF_NOTHING },
    },
    (headers) => ({ ...headers, "content-digest": DIGEST_OF_NOTHING }),
  ),
  createVector("the URL of the keys in binary-wrapped form", "verified", {
    components: ['"@authority"', '"signature-agent";bs', agentComponent()],
    values: {
      '"signature-agent";bs': `:${Buffer.from(signatureAgent(AGENT_URL)).toString("base64")}:`,
    },
  }),
  createVector("the dictionary in strict serialization", "verified", {
    components: ['"@authority"', '"signature-agent";sf'],
    values: { '"signature-agent";sf': signatureAgent(AGENT_URL) },
  }),
  {
    name: "a lifetime of one day, with a nonce",
    outcome: "verified",
    headers: (target) =>
      signRequest(target, { expires: 86_400, extraParameters: `;nonce="${crypto.randomUUID()}"` }),
  },
  createVector("a lifetime of one hour without a nonce", "verified", { expires: 3_600 }),
  createVector("a clock that is 20 seconds fast", "verified", { created: 20, expires: 80 }),
  {
    name: "a valid second signature",
    outcome: "verified",
    headers: (target) =>
      combineSignatures(
        signRequest(target, { created: -200, expires: -100 }),
        signRequest(target, { label: "sig2" }),
      ),
  },
  {
    name: "an additional signature for another purpose",
    outcome: "verified",
    headers: (target) =>
      combineSignatures(
        signRequest(target, { label: "other", parameters: ";created=1" }),
        signRequest(target, { label: "sig1" }),
      ),
  },
];

/** Combines two signatures of one request. */
function combineSignatures(
  one: Record<string, string>,
  two: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    ["signature-agent", "signature-input", "signature"].map((name) => [
      name,
      `${one[name]}, ${two[name]}`,
    ]),
  );
}

/**
 * Requests with invalid or unverifiable signatures, and requests that are signed for another
 * purpose.
 */
export const INVALID_VECTORS: readonly SignatureVector[] = [
  createVector("a lifetime of two hours without a nonce", "nonce_required", { expires: 7_200 }),
  createVector("a signature for another site", "wrong_signature", {
    values: { '"@authority"': "elsewhere.example" },
  }),
  createVector("a signature for another path", "wrong_signature", {
    components: ['"@authority"', '"@path"', agentComponent()],
    values: { '"@path"': "/elsewhere" },
  }),
  createVector("a signature for another method", "wrong_signature", {
    components: ['"@authority"', '"@method"', agentComponent()],
    values: { '"@method"': "DELETE" },
  }),
  createVector(
    "a signature with a changed character",
    "wrong_signature",
    {},
    replaceHeader("signature", /:(.)/, (_, first) => (first === "A" ? ":B" : ":A")),
  ),
  createVector(
    "a truncated signature",
    "wrong_signature",
    {},
    replaceHeader("signature", /:.{8}/, ":"),
  ),
  createVector(
    "an empty signature",
    "wrong_signature",
    {},
    replaceHeader("signature", /:.+:/, "::"),
  ),
  createVector(
    "a changed expiry",
    "wrong_signature",
    {},
    replaceHeader(
      "signature-input",
      /expires=(\d+)/,
      (_, expires) => `expires=${Number(expires) + 1}`,
    ),
  ),
  createVector("another agent's key", "unknown_key", { key: OTHER_KEY }),
  createVector("another agent's name with its own key", "unknown_key", {
    agent: signatureAgent(OTHER_AGENT_URL),
  }),
  createVector(
    "a key ID that another agent's directory uses for its own key",
    "unknown_key",
    signingHost("shadow.example"),
  ),
  createVector("a replaced agent", "wrong_signature", {}, (headers) => ({
    ...headers,
    "signature-agent": signatureAgent("https://agent.example/keys.json"),
  })),
  createVector("an agent that the signature doesn't cover", "agent_not_covered", {
    components: ['"@authority"'],
  }),
  createVector("several agents without one for the label", "agent_not_covered", {
    agent: `a="${AGENT_URL}", b="${OTHER_AGENT_URL}"`,
    components: ['"@authority"', agentComponent("a"), agentComponent("b")],
  }),
  createVector("a missing agent", "no_agent", { agent: null, components: ['"@authority"'] }),
  createVector("an agent that isn't a URL", "bad_agent", { agent: signatureAgent("agent") }),
  createVector("an agent with an HTTP URL", "bad_agent", {
    agent: signatureAgent("http://agent.example"),
  }),
  createVector("an agent with a port", "bad_agent", {
    agent: signatureAgent("https://agent.example:8443/"),
  }),
  createVector("an agent with a password", "bad_agent", {
    agent: signatureAgent("https://me:secret@agent.example/"),
  }),
  createVector("an agent on localhost", "bad_agent", {
    agent: signatureAgent("https://localhost/"),
  }),
  createVector("an agent that is a token", "bad_agent", { agent: "sig1=agent" }),
  createVector("an agent of an unknown type", "unknown_agent_type", {
    agent: `sig1="https://agent.example/card";type=cimd`,
  }),
  createVector("an agent with an unknown parameter", "unknown_agent_type", {
    agent: `sig1="${AGENT_URL}";v=2`,
  }),
  createVector("a signature without the authority or target URI", "target_not_covered", {
    components: ['"@method"', '"@path"', agentComponent()],
  }),
  createVector("a missing component", "missing_component", {
    components: ['"@authority"', '"x-none"', agentComponent()],
  }),
  createVector("a repeated component", "repeated_component", {
    components: ['"@authority"', '"@authority"', agentComponent()],
  }),
  createVector("an unknown component", "unsupported_component", {
    components: ['"@authority"', '"@tomorrow"', agentComponent()],
  }),
  createVector(
    "a list field in binary-wrapped form",
    "unsupported_component",
    { components: ['"@authority"', '"accept";bs', agentComponent()] },
    (headers) => ({ ...headers, accept: "text/html, */*" }),
  ),
  createVector(
    "a field of unknown type in strict serialization",
    "unsupported_component",
    { components: ['"@authority"', '"accept";sf', agentComponent()] },
    (headers) => ({ ...headers, accept: "*/*" }),
  ),
  createVector("a covered trailer", "unsupported_component", {
    components: ['"@authority"', '"x-sum";tr', agentComponent()],
  }),
  createVector(
    "a wrong digest",
    "wrong_digest",
    {
      components: ['"@authority"', '"content-digest"', agentComponent()],
      values: { '"content-digest"': DIGEST_OF_HELLO },
    },
    (headers) => ({ ...headers, "content-digest": DIGEST_OF_HELLO }),
  ),
  createVector(
    "a digest with an insecure algorithm",
    "unknown_digest",
    {
      components: ['"@authority"', '"content-digest"', agentComponent()],
      values: { '"content-digest"': "md5=:1B2M2Y8AsgTpgAmY7PhCfg==:" },
    },
    (headers) => ({ ...headers, "content-digest": "md5=:1B2M2Y8AsgTpgAmY7PhCfg==:" }),
  ),
  createVector(
    "a malformed digest",
    "bad_digest",
    {
      components: ['"@authority"', '"content-digest"', agentComponent()],
      values: { '"content-digest"': "sha-256=1" },
    },
    (headers) => ({ ...headers, "content-digest": "sha-256=1" }),
  ),
  createVector("an expired signature", "expired", { created: -120, expires: -60 }),
  createVector("a signature from the future", "not_yet_valid", { created: 120, expires: 180 }),
  createVector("a lifetime of more than one day", "too_long_lived", { expires: 86_401 }),
  createVector("an expiry before the creation time", "too_long_lived", { created: 10, expires: 5 }),
  createVector(
    "a missing creation time",
    "bad_parameters",
    withParameters(';expires=SOON;keyid="KEY";tag="web-bot-auth"'),
  ),
  createVector(
    "a missing expiry",
    "bad_parameters",
    withParameters(';created=NOW;keyid="KEY";tag="web-bot-auth"'),
  ),
  createVector(
    "a missing key ID",
    "bad_parameters",
    withParameters(';created=NOW;expires=SOON;tag="web-bot-auth"'),
  ),
  createVector(
    "a key ID that isn't the thumbprint",
    "bad_parameters",
    withParameters(';created=NOW;expires=SOON;keyid="my-key";tag="web-bot-auth"'),
  ),
  createVector(
    "a fractional creation time",
    "bad_parameters",
    withParameters(';created=NOW.5;expires=SOON;keyid="KEY";tag="web-bot-auth"'),
  ),
  createVector("an empty nonce", "bad_parameters", { extraParameters: ';nonce=""' }),
  createVector("a nonce of 1,000 characters", "bad_parameters", {
    extraParameters: `;nonce="${"a".repeat(1000)}"`,
  }),
  createVector("an algorithm that doesn't fit the key", "wrong_algorithm", {
    extraParameters: ';alg="ecdsa-p256-sha256"',
  }),
  createVector("a shared-secret algorithm", "wrong_algorithm", {
    extraParameters: ';alg="hmac-sha256"',
  }),
  createVector("a public test key in the directory", "test_key", { key: RFC_KEY }),
  createVector("a malformed Signature-Input field", "unreadable", {}, (headers) => ({
    ...headers,
    "signature-input": 'sig1=("@authority"',
  })),
  createVector(
    "a signature under another label",
    "unreadable",
    {},
    replaceHeader("signature", /^sig1/, "sig2"),
  ),
  createVector("a signature that isn't a byte sequence", "unreadable", {}, (headers) => ({
    ...headers,
    signature: 'sig1="abc"',
  })),
  createVector("a missing signature", "unreadable", {}, ({ signature: _, ...headers }) => headers),
  createVector(
    "a directory that contains a private key",
    "unknown_key",
    signingHost("careless.example"),
  ),
  createVector("an encryption key", "unknown_key", signingHost("cipher.example")),
  createVector("a key that isn't valid yet", "unknown_key", {
    ...signingHost("future.example"),
    key: FUTURE_KEY,
  }),
  createVector("an expired key", "unknown_key", signingHost("past.example")),
  createVector("a directory with too many keys", "bad_directory", signingHost("many.example")),
  createVector("a directory that is an HTML page", "bad_directory", signingHost("html.example")),
  createVector("a directory without a list of keys", "bad_directory", signingHost("odd.example")),
  createVector("a directory that is too large", "bad_directory", signingHost("large.example")),
  createVector("a directory that redirects", "directory_unreachable", signingHost("moved.example")),
  createVector("a missing directory", "directory_unreachable", signingHost("gone.example")),
  createVector("a directory that times out", "directory_unreachable", signingHost("slow.example")),
  createVector(
    "a directory in a private network",
    "directory_unreachable",
    signingHost("inside.example"),
  ),
  createVector("a directory on an unknown host", "directory_unreachable", {
    agent: signatureAgent(`https://nowhere.example${WELL_KNOWN}`),
  }),
  createVector(
    "a signature with another tag",
    undefined,
    withParameters(';created=NOW;expires=SOON;keyid="KEY";tag="other"'),
  ),
  createVector(
    "a signature without a tag",
    undefined,
    withParameters(';created=NOW;expires=SOON;keyid="KEY"'),
  ),
];
