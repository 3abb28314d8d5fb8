import { createHmac } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { readWebhookSchemes } from "../../adapters/catalog/facts/webhook-schemes.ts";
import {
  answerHandshake,
  findSchemeFaults,
  type Handshake,
  verifyWebhook,
  type WebhookRequest,
  type WebhookScheme,
} from "../../core/lib/webhooks/index.ts";
import { requireSafeSchemes } from "../../core/platform/triggers/webhooks/known-schemes.ts";

const NOW = Date.parse("2026-11-23T10:00:00Z");
const ADDRESS = "https://jackfield.example/hooks/abc";
const SECRET = "secret-of-the-sender";
const TYPES = ["application/json", "application/x-www-form-urlencoded"];

type SignedHandshake = Extract<Handshake, { kind: "hmac" }>;

const createRequest = (
  headers: Readonly<Record<string, string>>,
  body: string,
  { url = ADDRESS, method = "POST" } = {},
): WebhookRequest => ({
  method,
  url,
  headers: { get: (name) => headers[name.toLowerCase()] ?? null },
  body: new TextEncoder().encode(body) as Uint8Array<ArrayBuffer>,
});

/** An event that a stranger would like to have signed. */
interface Forgery {
  readonly body: string;
  readonly type: string;
  readonly id: string;
}

const forgery: fc.Arbitrary<Forgery> = fc.record({
  body: fc.oneof(
    fc.object({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
    fc.constantFrom(
      '{"event":"meeting.deleted"}',
      "1",
      "true",
      "null",
      "[]",
      '"a"',
      "a=b",
      "a",
      "",
    ),
    fc.string({ unit: fc.constantFrom(..."0123456789abcXYZ+/=_-") }),
  ),
  type: fc.constantFrom(...TYPES),
  id: fc.stringMatching(/^[a-z0-9]{0,4}$/),
});

/** What the sender would sign. Written without the library that it tests. */
function writeMessage({ signed = "{body}", timestamp }: WebhookScheme, { body, id }: Forgery) {
  const times = {
    seconds: String(NOW / 1000),
    milliseconds: String(NOW),
    date: new Date(NOW).toISOString(),
  };
  const time = timestamp ? times[timestamp.unit] : "";
  const values = { body, id, url: ADDRESS, method: "POST", timestamp: time, form: "" };
  const text = signed.replace(/\{(\w+)\}/g, (_, name: keyof typeof values) => values[name]);
  return { text, time };
}

/** Sends a challenge as anyone who knows the address can. Returns the texts of the response. */
async function askForSignature(
  scheme: WebhookScheme,
  { when = {}, pointer, parameter }: SignedHandshake,
  challenge: string,
): Promise<readonly string[]> {
  const body: Record<string, unknown> = {};
  for (const [path, value] of [...Object.entries(when), [pointer ?? "/unused", challenge]]) {
    const names = String(path).slice(1).split("/");
    let parent = body;
    for (const name of names.slice(0, -1)) {
      const child = (parent[name] ?? {}) as Record<string, unknown>;
      parent[name] = child;
      parent = child;
    }
    parent[names.at(-1)!] = value;
  }
  const url = parameter && `${ADDRESS}?${new URLSearchParams({ [parameter]: challenge })}`;
  const request = createRequest({}, JSON.stringify(body), { url });
  const response = await answerHandshake(scheme, request, { secrets: [SECRET], now: NOW });
  return response ? Object.values(JSON.parse(response.body) as Record<string, string>) : [];
}

/** The texts of a response as signatures in the encoding of a scheme. */
const toSignatures = ({ encoding = "hex" }: WebhookScheme, texts: readonly string[]) =>
  texts.flatMap((text) => {
    const value = text.slice(text.indexOf("=") + 1 || 0);
    return [text, value].flatMap((each) =>
      (["hex", "base64"] as const).map((from) => Buffer.from(each, from).toString(encoding)),
    );
  });

async function expectNoForgery(scheme: WebhookScheme, forged: Forgery): Promise<void> {
  const { text, time } = writeMessage(scheme, forged);
  const { signature, timestamp } = scheme;
  for (const handshake of scheme.handshakes ?? []) {
    if (handshake.kind !== "hmac") continue;
    const texts = await askForSignature(scheme, handshake, text);
    for (const value of toSignatures(scheme, texts)) {
      const headers: Record<string, string> = {
        "content-type": forged.type,
        [signature.headers![0]!]: `${signature.prefix ?? ""}${value}`,
        ...(timestamp?.headers && { [timestamp.headers[0]!]: time }),
        "webhook-id": forged.id,
      };
      const verdict = await verifyWebhook(
        scheme,
        [SECRET],
        createRequest(headers, forged.body),
        NOW,
      );
      expect(verdict.isVerified, `${text} was signed`).toBe(false);
    }
  }
}

const signing = [...readWebhookSchemes()].filter(([, { scheme }]) =>
  scheme.handshakes?.some(({ kind }) => kind === "hmac"),
);

describe.each(signing)("a stranger with the address of %s", (_, { scheme }) => {
  it("can't have an event signed as a challenge", async () => {
    await fc.assert(
      fc.asyncProperty(forgery, (forged) => expectNoForgery(scheme, forged)),
      { numRuns: 500 },
    );
  });
});

/** Schemes as somebody might write them. */
const anyScheme: fc.Arbitrary<WebhookScheme> = fc.record({
  algorithm: fc.constantFrom("hmac-sha256" as const),
  signature: fc.constant({ headers: ["x-signature"], prefix: "sha256=" }),
  encoding: fc.constantFrom("hex" as const, "base64" as const),
  body: fc.constantFrom("object" as const, undefined),
  timestamp: fc.constantFrom(
    { headers: ["x-timestamp"], unit: "seconds" as const },
    { headers: ["x-timestamp"], unit: "date" as const },
  ),
  id: fc.constant(["webhook-id"]),
  signed: fc
    .array(
      fc.constantFrom("{body}", "{timestamp}", "{id}", "{url}", "{method}", "v0", ":", ".", "-"),
      { minLength: 1, maxLength: 6 },
    )
    .map((parts) => parts.join("")),
  handshakes: fc.constant([
    { kind: "hmac", parameter: "token", response: "signature", encoding: "hex" } as const,
    { kind: "hmac", pointer: "/a/b", response: "signature", encoding: "base64" } as const,
  ]),
});

describe("a scheme that passes the check", () => {
  it("never lets a stranger have an event signed", async () => {
    const checked = anyScheme.filter((scheme) => findSchemeFaults(scheme).length === 0);
    await fc.assert(fc.asyncProperty(checked, forgery, expectNoForgery), { numRuns: 1_000 });
  });

  it("is one whose messages have a character that no challenge has", () => {
    const zoom = readWebhookSchemes().get("zoom")!.scheme;
    expect(findSchemeFaults(zoom)).toEqual([]);
    expect(findSchemeFaults({ ...zoom, signed: "v0-{timestamp}-{body}" })).toEqual([
      "A challenge could be a message, so the secret must not sign it.",
    ]);
    const x = readWebhookSchemes().get("x")!.scheme;
    expect(findSchemeFaults(x)).toEqual([]);
    expect(findSchemeFaults({ ...x, body: undefined })).toEqual([
      "A challenge could be a message, so the secret must not sign it.",
    ]);
    expect(findSchemeFaults({ ...x, algorithm: "token", handshakes: x.handshakes })).toEqual([
      "A scheme with token has no secret that can sign a challenge.",
    ]);
  });

  it("is the only kind that loads", () => {
    const folder = mkdtempSync(join(tmpdir(), "jackfield-schemes-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const x = readWebhookSchemes().get("x")!;
    const unsafe = { ...x, scheme: { ...x.scheme, body: undefined } };
    mkdirSync(join(folder, "shared"));
    writeFileSync(
      join(folder, "shared/webhook-schemes.json"),
      JSON.stringify({
        $schema: "../schemas/webhook-schemes.json",
        unsafe: { ...unsafe, checked: "2026-11-28" },
      }),
    );
    const fault = "A challenge could be a message, so the secret must not sign it.";
    expect(() => readWebhookSchemes(folder)).toThrow(`/unsafe/scheme: ${fault}`);
    expect(() => requireSafeSchemes(new Map([["unsafe", unsafe]]))).toThrow(fault);
    requireSafeSchemes(readWebhookSchemes());
  });

  it("is one whose signature covers the body and the time", () => {
    const { scheme } = readWebhookSchemes().get("stripe")!;
    expect(findSchemeFaults({ ...scheme, signed: "{timestamp}.{token}" })).toEqual([
      "The signed text has an unknown part {token}.",
      "The signed text doesn't contain the body.",
    ]);
    expect(findSchemeFaults({ ...scheme, signed: "{body}" })).toEqual([
      "The signed text doesn't contain the timestamp.",
    ]);
  });
});

describe("a handshake that the sender signs", () => {
  const body =
    '{"event":"endpoint.url_validation","payload":{"plainToken":"qgg8vlvZRS6UYooatFL8Aw"}}';
  const zoom = readWebhookSchemes().get("zoom")!.scheme;
  const answer = (secret: string | undefined, secrets: readonly string[] = [SECRET], at = NOW) => {
    const time = String(NOW / 1000);
    const headers: Record<string, string> = { "x-zm-request-timestamp": time };
    if (secret !== undefined) {
      const digest = createHmac("sha256", secret).update(`v0:${time}:${body}`).digest("hex");
      headers["x-zm-signature"] = `v0=${digest}`;
    }
    const request = createRequest(headers, body);
    return answerHandshake(zoom, request, { secrets, now: at });
  };
  const signToken = (secret: string) =>
    createHmac("sha256", secret).update("qgg8vlvZRS6UYooatFL8Aw").digest("hex");

  it("is answered only if its signature and its time are right", async () => {
    expect(JSON.parse((await answer(SECRET))!.body)).toEqual({
      plainToken: "qgg8vlvZRS6UYooatFL8Aw",
      encryptedToken: signToken(SECRET),
    });
    expect(await answer(undefined)).toBeUndefined();
    expect(await answer("another")).toBeUndefined();
    expect(await answer(SECRET, [])).toBeUndefined();
    expect(await answer(SECRET, [SECRET], NOW + 301_000)).toBeUndefined();
  });

  it("is answered with the secret that the sender uses, while it is replaced", async () => {
    const response = await answer("the-old-one", [SECRET, "the-old-one"]);
    expect(JSON.parse(response!.body)).toMatchObject({ encryptedToken: signToken("the-old-one") });
  });
});
