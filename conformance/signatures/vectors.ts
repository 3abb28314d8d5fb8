import { AGENT, OTHER, WELL_KNOWN } from "./directories.ts";
import { AGENT_KEY, FUTURE_KEY, OTHER_KEY, P256_KEY, RFC_KEY } from "./keys.ts";
import { coversAgent, named, type Signing, signed } from "./sign.ts";

/** A signed request for a target, and what must come of it. */
export interface Vector {
  readonly name: string;
  /** `verified`, the reason why it is not, or none where it counts as unsigned. */
  readonly outcome: string | undefined;
  headers(target: string): Record<string, string>;
}

const vector = (
  name: string,
  outcome: string | undefined,
  signing: Signing,
  change: (headers: Record<string, string>) => Record<string, string> = (headers) => headers,
): Vector => ({
  name,
  outcome,
  headers: (target) => change(signed(target, signing)),
});
const swapped =
  (name: string, from: RegExp, to: string | ((found: string, part: string) => string)) =>
  (headers: Record<string, string>) => ({
    ...headers,
    [name]: headers[name]!.replace(from, to as never),
  });
const at = (host: string) => ({ agent: named(`https://${host}/keys`) });
const now = () => Math.floor(Date.now() / 1000);
const parameters = (text: string): Signing => ({
  parameters: text
    .replaceAll("KEY", AGENT_KEY.id)
    .replace("NOW", String(now()))
    .replace("SOON", String(now() + 60)),
});

/** SHA-256 of no bytes, and of `hello`. */
const DIGEST_OF_NOTHING = "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:";
const DIGEST_OF_HELLO = "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:";

/** Requests whose signatures are their agents'. */
export const GOOD: readonly Vector[] = [
  vector("the draft's form: the address of the keys", "verified", {}),
  vector("an origin, as the drafts before had it", "verified", {
    agent: named("https://agent.example"),
  }),
  vector("an origin with a slash", "verified", { agent: named("https://agent.example/") }),
  vector("the type directory", "verified", {
    agent: 'sig1="https://agent.example";type=directory',
  }),
  vector("the type jwks_uri", "verified", {
    agent: 'sig1="https://agent.example/keys.json";type=jwks_uri',
  }),
  vector("an address of any path", "verified", { agent: named("https://agent.example/keys.json") }),
  vector("an address with a query", "verified", {
    agent: named("https://agent.example/keys.json?v=2"),
  }),
  vector("an address that is written in another way", "verified", {
    agent: named("HTTPS://Agent.Example/%6bey%73.json"),
  }),
  vector("a string instead of a dictionary, as the first drafts had it", "verified", {
    agent: '"https://agent.example"',
    covered: ['"@authority"', '"signature-agent"'],
  }),
  vector("the whole dictionary", "verified", { covered: ['"@authority"', '"signature-agent"'] }),
  vector("a member of another key than the label", "verified", {
    agent: `agent2="${AGENT}"`,
    covered: ['"@authority"', coversAgent("agent2")],
    values: { [coversAgent("agent2")]: `"${AGENT}"` },
  }),
  vector("@target-uri instead of @authority", "verified", {
    covered: ['"@target-uri"', coversAgent()],
  }),
  vector("method, path and query too", "verified", {
    covered: ['"@method"', '"@authority"', '"@path"', '"@query"', coversAgent()],
  }),
  vector("the algorithm said", "verified", { more: ';alg="ed25519"' }),
  vector("a key of P-256", "verified", { key: P256_KEY }),
  vector(
    "the digest of no body",
    "verified",
    {
      covered: ['"@authority"', '"content-digest"', coversAgent()],
      values: { '"content-digest"': DIGEST_OF_NOTHING },
    },
    (headers) => ({ ...headers, "content-digest": DIGEST_OF_NOTHING }),
  ),
  vector("the address of the keys byte by byte", "verified", {
    covered: ['"@authority"', '"signature-agent";bs', coversAgent()],
    values: { '"signature-agent";bs': `:${Buffer.from(named(AGENT)).toString("base64")}:` },
  }),
  vector("the dictionary as its type has it", "verified", {
    covered: ['"@authority"', '"signature-agent";sf'],
    values: { '"signature-agent";sf': named(AGENT) },
  }),
  vector("a lifetime of a day", "verified", { expires: 86_400 }),
  vector("a clock that is twenty seconds ahead", "verified", { created: 20, expires: 80 }),
  {
    name: "a second signature that is sound",
    outcome: "verified",
    headers: (target) =>
      beside(signed(target, { created: -200, expires: -100 }), signed(target, { label: "sig2" })),
  },
  {
    name: "a signature of another use beside it",
    outcome: "verified",
    headers: (target) =>
      beside(
        signed(target, { label: "other", parameters: ";created=1" }),
        signed(target, { label: "sig1" }),
      ),
  },
];

/** Two signatures of one request. */
function beside(one: Record<string, string>, two: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    ["signature-agent", "signature-input", "signature"].map((name) => [
      name,
      `${one[name]}, ${two[name]}`,
    ]),
  );
}

/** Requests whose signatures are not, or of which that can't be told; and some that are signed for something else. */
export const BAD: readonly Vector[] = [
  vector("a signature for another site", "wrong_signature", {
    values: { '"@authority"': "elsewhere.example" },
  }),
  vector("a signature for another path", "wrong_signature", {
    covered: ['"@authority"', '"@path"', coversAgent()],
    values: { '"@path"': "/elsewhere" },
  }),
  vector("a signature for another method", "wrong_signature", {
    covered: ['"@authority"', '"@method"', coversAgent()],
    values: { '"@method"': "DELETE" },
  }),
  vector(
    "a signature with a bit that is another",
    "wrong_signature",
    {},
    swapped("signature", /:(.)/, (_, first) => (first === "A" ? ":B" : ":A")),
  ),
  vector("a signature that is cut off", "wrong_signature", {}, swapped("signature", /:.{8}/, ":")),
  vector("a signature of nothing", "wrong_signature", {}, swapped("signature", /:.+:/, "::")),
  vector(
    "an expiry that was put off",
    "wrong_signature",
    {},
    swapped("signature-input", /expires=(\d+)/, (_, expires) => `expires=${Number(expires) + 1}`),
  ),
  vector("another agent's key", "unknown_key", { key: OTHER_KEY }),
  vector("another agent's name over one's own key", "unknown_key", { agent: named(OTHER) }),
  vector("a key that another calls by this name", "unknown_key", at("shadow.example")),
  vector("a label's agent that was exchanged", "wrong_signature", {}, (headers) => ({
    ...headers,
    "signature-agent": named("https://agent.example/keys.json"),
  })),
  vector("an agent that is not covered", "agent_not_covered", { covered: ['"@authority"'] }),
  vector("several agents of which none is the label's", "agent_not_covered", {
    agent: `a="${AGENT}", b="${OTHER}"`,
    covered: ['"@authority"', coversAgent("a"), coversAgent("b")],
  }),
  vector("no agent", "no_agent", { agent: null, covered: ['"@authority"'] }),
  vector("an agent that is no URL", "bad_agent", { agent: named("agent") }),
  vector("an agent on http", "bad_agent", { agent: named("http://agent.example") }),
  vector("an agent of a port", "bad_agent", { agent: named("https://agent.example:8443/") }),
  vector("an agent with a password", "bad_agent", {
    agent: named("https://me:secret@agent.example/"),
  }),
  vector("an agent on this machine", "bad_agent", { agent: named("https://localhost/") }),
  vector("an agent that is a token", "bad_agent", { agent: "sig1=agent" }),
  vector("an agent of an unknown type", "unknown_agent_type", {
    agent: `sig1="https://agent.example/card";type=cimd`,
  }),
  vector("an agent with a parameter that is not known", "unknown_agent_type", {
    agent: `sig1="${AGENT}";v=2`,
  }),
  vector("neither authority nor target", "target_not_covered", {
    covered: ['"@method"', '"@path"', coversAgent()],
  }),
  vector("a component that is not there", "missing_component", {
    covered: ['"@authority"', '"x-none"', coversAgent()],
  }),
  vector("a component twice", "repeated_component", {
    covered: ['"@authority"', '"@authority"', coversAgent()],
  }),
  vector("a component that is not known", "unsupported_component", {
    covered: ['"@authority"', '"@tomorrow"', coversAgent()],
  }),
  vector(
    "a field of several lines byte by byte",
    "unsupported_component",
    { covered: ['"@authority"', '"accept";bs', coversAgent()] },
    (headers) => ({ ...headers, accept: "text/html, */*" }),
  ),
  vector(
    "a field whose type is not known, as that has it",
    "unsupported_component",
    { covered: ['"@authority"', '"accept";sf', coversAgent()] },
    (headers) => ({ ...headers, accept: "*/*" }),
  ),
  vector("a trailer", "unsupported_component", {
    covered: ['"@authority"', '"x-sum";tr', coversAgent()],
  }),
  vector(
    "a digest that is not the body's",
    "wrong_digest",
    {
      covered: ['"@authority"', '"content-digest"', coversAgent()],
      values: { '"content-digest"': DIGEST_OF_HELLO },
    },
    (headers) => ({ ...headers, "content-digest": DIGEST_OF_HELLO }),
  ),
  vector(
    "a digest of an algorithm that is no good",
    "unknown_digest",
    {
      covered: ['"@authority"', '"content-digest"', coversAgent()],
      values: { '"content-digest"': "md5=:1B2M2Y8AsgTpgAmY7PhCfg==:" },
    },
    (headers) => ({ ...headers, "content-digest": "md5=:1B2M2Y8AsgTpgAmY7PhCfg==:" }),
  ),
  vector(
    "a digest that is none",
    "bad_digest",
    {
      covered: ['"@authority"', '"content-digest"', coversAgent()],
      values: { '"content-digest"': "sha-256=1" },
    },
    (headers) => ({ ...headers, "content-digest": "sha-256=1" }),
  ),
  vector("an expiry that is over", "expired", { created: -120, expires: -60 }),
  vector("a creation that lies ahead", "not_yet_valid", { created: 120, expires: 180 }),
  vector("a lifetime over a day", "too_long_lived", { expires: 86_401 }),
  vector("an expiry before the creation", "too_long_lived", { created: 10, expires: 5 }),
  vector(
    "no creation",
    "bad_parameters",
    parameters(';expires=SOON;keyid="KEY";tag="web-bot-auth"'),
  ),
  vector("no expiry", "bad_parameters", parameters(';created=NOW;keyid="KEY";tag="web-bot-auth"')),
  vector("no key", "bad_parameters", parameters(';created=NOW;expires=SOON;tag="web-bot-auth"')),
  vector(
    "a key by another name than its thumbprint",
    "bad_parameters",
    parameters(';created=NOW;expires=SOON;keyid="my-key";tag="web-bot-auth"'),
  ),
  vector(
    "a creation that is a decimal",
    "bad_parameters",
    parameters(';created=NOW.5;expires=SOON;keyid="KEY";tag="web-bot-auth"'),
  ),
  vector("an empty nonce", "bad_parameters", { more: ';nonce=""' }),
  vector("a nonce of a thousand letters", "bad_parameters", {
    more: `;nonce="${"a".repeat(1000)}"`,
  }),
  vector("an algorithm that is not the key's", "wrong_algorithm", {
    more: ';alg="ecdsa-p256-sha256"',
  }),
  vector("a shared secret", "wrong_algorithm", { more: ';alg="hmac-sha256"' }),
  vector("a test key that its directory has", "test_key", { key: RFC_KEY }),
  vector("fields that are no dictionaries", "unreadable", {}, (headers) => ({
    ...headers,
    "signature-input": 'sig1=("@authority"',
  })),
  vector(
    "a signature under another label",
    "unreadable",
    {},
    swapped("signature", /^sig1/, "sig2"),
  ),
  vector("a signature that is no bytes", "unreadable", {}, (headers) => ({
    ...headers,
    signature: 'sig1="abc"',
  })),
  vector("no signature", "unreadable", {}, ({ signature: _, ...headers }) => headers),
  vector("a directory with a private key in it", "unknown_key", at("careless.example")),
  vector("a key for enciphering", "unknown_key", at("cipher.example")),
  vector("a key whose time is to come", "unknown_key", {
    ...at("future.example"),
    key: FUTURE_KEY,
  }),
  vector("a key whose time is over", "unknown_key", at("past.example")),
  vector("a directory of too many keys", "bad_directory", at("many.example")),
  vector("a directory that is a page", "bad_directory", at("html.example")),
  vector("a directory that has no list", "bad_directory", at("odd.example")),
  vector("a directory that is too large", "bad_directory", at("large.example")),
  vector("a directory that has moved", "directory_unreachable", at("moved.example")),
  vector("a directory that is gone", "directory_unreachable", at("gone.example")),
  vector("a directory that takes too long", "directory_unreachable", at("slow.example")),
  vector("a directory inside a private network", "directory_unreachable", at("inside.example")),
  vector("a directory of a name that is not there", "directory_unreachable", {
    agent: named(`https://nowhere.example${WELL_KNOWN}`),
  }),
  vector(
    "a signature with another tag",
    undefined,
    parameters(';created=NOW;expires=SOON;keyid="KEY";tag="other"'),
  ),
  vector(
    "a signature without a tag",
    undefined,
    parameters(';created=NOW;expires=SOON;keyid="KEY"'),
  ),
];
