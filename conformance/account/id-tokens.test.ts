import { deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createOutbound } from "../../adapters/outbound/create-outbound.ts";
import { createIdentityProvider } from "../../adapters/sign-in/identity-provider.ts";
import type { IdentityProvider, ProviderClaims } from "../../core/ports/identity-provider.ts";
import {
  type Deviations,
  startIdentityProvider,
  type TestIdentityProvider,
} from "../fixtures/identity-provider.ts";

let server: TestIdentityProvider;
let outbound: ReturnType<typeof createOutbound>;
let provider: IdentityProvider;
let count = 0;

beforeAll(async () => {
  server = await startIdentityProvider();
  outbound = createOutbound({ allowedOrigins: [new URL(server.issuer).origin] });
});
afterAll(async () => {
  await outbound.close();
  await server.close();
});
beforeEach(() => {
  provider = createIdentityProvider(server, outbound);
  for (const name of Object.keys(server.deviations) as (keyof Deviations)[])
    delete server.deviations[name];
});

/** Signs in with an ID token that deviates. Rejects with a `ProviderFailure` if it is refused. */
async function signIn(deviations: Deviations = {}, isRenewed = false): Promise<ProviderClaims> {
  Object.assign(server.deviations, deviations);
  const sign = {
    redirectUri: "https://jackfield.example/sign-in/provider/callback",
    state: `state_${count++}`,
    nonce: `nonce_${count}`,
    verifier: "v".repeat(43),
    isRenewed,
  };
  const { searchParams } = await server.signIn(await provider.begin(sign));
  return provider.finish(sign, searchParams);
}

const NOW = () => Math.floor(Date.now() / 1000);
const MINUTE = 60;
const YEAR = 31_536_000;

/** Values of every JSON type. Those that a claim allows are left out below. */
const OTHER_TYPES: readonly (readonly [string, unknown])[] = [
  ["null", null],
  ["true", true],
  ["0", 0],
  ["a number", 12.5],
  ["an empty text", ""],
  ["a text", "other"],
  ["an empty list", []],
  ["a list", ["other"]],
  ["an object", { value: "other" }],
];

/** A claim of OpenID Connect Core 1.0, section 3.1.3.7, or of RFC 7519. */
interface ClaimRule {
  readonly claim: string;
  readonly isRequired?: boolean;
  /** The names of the values of other types that are valid. */
  readonly allowed?: readonly string[];
  readonly wrong?: Readonly<Record<string, () => unknown>>;
  readonly isRenewed?: boolean;
}

const CLAIMS: readonly ClaimRule[] = [
  {
    claim: "iss",
    isRequired: true,
    wrong: {
      "another issuer": () => "https://evil.example",
      "the issuer with a slash": () => `${server.issuer}/`,
      "the issuer in a list": () => [server.issuer],
    },
  },
  {
    claim: "sub",
    isRequired: true,
    allowed: ["a text"],
    wrong: {
      "256 characters": () => "s".repeat(256),
      "a space": () => " ",
      "a control character": () => "sub\u00001",
      "a reserved character without a glyph": () => "sub\u{e0000}1",
    },
  },
  {
    claim: "aud",
    isRequired: true,
    wrong: {
      "the client with a space": () => `${server.clientId} `,
      "the client among others without azp": () => [server.clientId, "other"],
      "the client in a list in a list": () => [[server.clientId]],
    },
  },
  {
    claim: "azp",
    wrong: {
      "another client": () => "other",
      "the client in a list": () => [server.clientId],
    },
  },
  {
    claim: "exp",
    isRequired: true,
    wrong: {
      "a minute ago": () => NOW() - MINUTE,
      "a time in a text": () => String(NOW() + MINUTE),
      "before iat": () => NOW() - 20,
    },
  },
  {
    claim: "iat",
    isRequired: true,
    wrong: {
      "a time of 1969": () => -YEAR,
      yesterday: () => NOW() - 86_400,
      "in an hour": () => NOW() + 60 * MINUTE,
      "a time in a text": () => String(NOW()),
      "a time in milliseconds": () => Date.now(),
    },
  },
  { claim: "nbf", allowed: ["0", "a number"], wrong: { "in an hour": () => NOW() + 60 * MINUTE } },
  { claim: "nonce", isRequired: true, wrong: { "that of another sign-in": () => "nonce_0" } },
  {
    claim: "auth_time",
    allowed: ["0", "a number"],
    wrong: { "in an hour": () => NOW() + 60 * MINUTE },
  },
  {
    claim: "auth_time",
    isRenewed: true,
    isRequired: true,
    wrong: {
      "an hour ago": () => NOW() - 60 * MINUTE,
      yesterday: () => NOW() - 86_400,
      "a time of 1969": () => -YEAR,
    },
  },
  { claim: "at_hash", wrong: { "that of another token": () => "77QmUPtjPfzWtF2AnpK9RQ" } },
];

const forgedClaims = CLAIMS.flatMap(({ claim, isRequired, allowed = [], wrong = {}, isRenewed }) =>
  [
    ...(isRequired ? [["nothing", () => undefined] as const] : []),
    ...OTHER_TYPES.filter(([name]) => !allowed.includes(name)).map(
      ([name, value]) => [name, () => value] as const,
    ),
    ...Object.entries(wrong),
  ].map(([name, value]) => ({ claim, name, value, isRenewed: isRenewed ?? false })),
);

const HEADERS: Readonly<Record<string, unknown>> = {
  "the algorithm None": { alg: "None" },
  "no algorithm": { alg: undefined },
  "an algorithm of another type": { alg: ["RS256"] },
  "an algorithm that the provider doesn't list": { alg: "ES256" },
  "a key of a symmetric algorithm": { alg: "HS384" },
  "an unknown key": { kid: "key_9" },
  "compression, which only encrypted tokens have": { zip: "DEF" },
  "encryption, which only encrypted tokens have": { enc: "A256GCM" },
  "a payload that isn't encoded": { b64: false },
  "an unknown critical extension": { crit: ["exp"] },
  "the type of an access token": { typ: "at+jwt" },
  "the type of a logout token": { typ: "logout+jwt" },
  "a type of another type": { typ: 1 },
};

const encode = (value: unknown) => Buffer.from(JSON.stringify(value));

const TOKENS: Readonly<Record<string, Deviations>> = {
  "no signature": { token: (token) => token.slice(0, token.lastIndexOf(".") + 1) },
  "two parts": { token: (token) => token.slice(0, token.lastIndexOf(".")) },
  "four parts": { token: (token) => `${token}.AAAA` },
  "five parts": { token: (token) => `${token}.AAAA.AAAA` },
  "another payload than the signed one": {
    token: (token) => {
      const [header, payload, signature] = token.split(".") as [string, string, string];
      const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
      return [header, encode({ ...claims, sub: "sub_2" }).toString("base64url"), signature].join(
        ".",
      );
    },
  },
  "a compressed payload": {
    header: { zip: "DEF" },
    payload: (claims) => deflateRawSync(encode(claims)),
  },
  "a list as payload": { payload: (claims) => encode([claims]) },
  "a text as payload": { payload: (claims) => encode(JSON.stringify(claims)) },
  "an empty payload": { payload: () => Buffer.alloc(0) },
  "a signature by another key": { usesOtherKey: true },
  "a signature by the client's public key": { algorithm: "HS256" },
  "the algorithm none": { algorithm: "none" },
};

describe("an ID token", () => {
  it("is accepted as the provider issues it", async () => {
    expect(await signIn()).toMatchObject({ issuer: server.issuer, subject: "sub_1" });
    expect(await signIn({}, true)).toMatchObject({ subject: "sub_1" });
  });

  it.each<[string, Deviations]>([
    ["a list of one audience", { claims: { aud: ["client_1"] } }],
    ["several audiences and azp", { claims: { aud: ["client_1", "api"], azp: "client_1" } }],
    ["azp", { claims: { azp: "client_1" } }],
    ["a clock that is 20 seconds behind", { claims: { iat: NOW() - 20, exp: NOW() + 40 } }],
    ["a clock that is 20 seconds ahead", { claims: { iat: NOW() + 20 } }],
    ["the type JWT", { header: { typ: "JWT" } }],
    ["a certificate's hash", { header: { x5t: "AAAA" } }],
    ["the hash of its access token", { claims: { at_hash: "x4biEXqE20tPaT7Wd5lomw" } }],
  ])("is accepted with %s", async (_, deviations) => {
    expect(await signIn(deviations)).toMatchObject({ subject: "sub_1" });
  });

  it("is accepted with a subject in letters that Unicode 17 added", async () => {
    expect(await signIn({ claims: { sub: "\u{1e6c0}" } })).toMatchObject({ subject: "\u{1e6c0}" });
  });

  it.each(forgedClaims)("is refused with $name as $claim (again: $isRenewed)", async (forgery) => {
    const claims = { [forgery.claim]: forgery.value() };
    await expect(signIn({ claims }, forgery.isRenewed)).rejects.toThrow(/isn't for this sign-in/);
  });

  it.each(Object.entries(HEADERS))("is refused with %s", async (_, header) => {
    await expect(signIn({ header: header as Deviations["header"] & object })).rejects.toThrow();
  });

  it.each(Object.entries(TOKENS))("is refused with %s", async (_, deviations) => {
    await expect(signIn(deviations)).rejects.toThrow();
  });
});

describe("the keys of the provider", () => {
  const countReads = () => server.requests.filter((path) => path === "/keys").length;

  it.each([
    ["a new key", {}],
    ["a new key with the ID of the old one", { keepsId: true }],
  ])("are read again for %s, without a failed sign-in", async (_, options) => {
    await signIn();
    server.rotateKey(options);
    expect(await signIn()).toMatchObject({ subject: "sub_1" });
  });

  it("are read at most once in a while for keys that nobody knows", async () => {
    const header = { kid: "key_unknown" };
    const first = countReads();
    await expect(signIn({ header })).rejects.toThrow();
    const before = countReads();
    expect(before - first).toBe(2);
    for (let attempt = 0; attempt < 20; attempt++)
      await expect(signIn({ header })).rejects.toThrow();
    expect(countReads() - before).toBe(0);
  });
});

describe("an email address", () => {
  const EMAIL = "grace@studio.example";

  it.each<[string, Deviations]>([
    ["the ID token", { claims: { email: EMAIL, email_verified: true } }],
    ["UserInfo", { userInfo: { email: EMAIL, email_verified: true } }],
    [
      "UserInfo if the ID token doesn't say whether its own is verified",
      {
        claims: { email: "other@evil.example" },
        userInfo: { email: EMAIL, email_verified: true },
      },
    ],
  ])("is read with its verification from %s", async (_, deviations) => {
    expect((await signIn(deviations)).email).toBe(EMAIL);
  });

  it.each<[string, Deviations]>([
    [
      "the verification of UserInfo",
      { claims: { email: EMAIL }, userInfo: { email_verified: true } },
    ],
    [
      "the verification of the ID token",
      { claims: { email_verified: true }, userInfo: { email: EMAIL } },
    ],
    [
      "a verification that the ID token denies",
      {
        claims: { email: EMAIL, email_verified: false },
        userInfo: { email: EMAIL, email_verified: true },
      },
    ],
    ["a verification in a text", { claims: { email: EMAIL, email_verified: "true" } }],
  ])("isn't joined with %s", async (_, deviations) => {
    expect((await signIn(deviations)).email).toBeUndefined();
  });
});

describe("the time of the sign-in at the provider", () => {
  it("is that of the ID token", async () => {
    const { provedAgo } = await signIn({ claims: { auth_time: NOW() - 7200 } });
    expect(provedAgo).toBeGreaterThanOrEqual(7_199_000);
    expect(provedAgo).toBeLessThan(7_260_000);
  });

  it("is unknown if the ID token has none", async () => {
    const { provedAgo } = await signIn({ claims: { auth_time: undefined } });
    expect(provedAgo).toBeUndefined();
  });

  it("is requested at every sign-in", async () => {
    const url = await provider.begin({
      redirectUri: "https://jackfield.example/sign-in/provider/callback",
      state: "s",
      nonce: "n",
      verifier: "v".repeat(43),
      isRenewed: false,
    });
    expect(new URL(url).searchParams.get("max_age")).toBe("7776000");
  });
});
