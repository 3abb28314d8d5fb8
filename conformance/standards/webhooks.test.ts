import { createHash, createHmac, generateKeyPairSync, sign as signWith } from "node:crypto";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { readWebhookSchemes } from "../../adapters/catalog/facts/webhook-schemes.ts";
import {
  answerHandshake,
  createWebhookSecret,
  signWebhook,
  splitEvents,
  verifyWebhook,
  type WebhookRequest,
  type WebhookScheme,
} from "../../core/lib/webhooks/index.ts";

const NOW = Date.parse("2026-11-23T10:00:00Z");
const URL_ = "https://jackfield.example/hooks/abc?x=1";
const SCHEMES = readWebhookSchemes();

const createRequest = (
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array,
  { method = "POST", url = URL_ } = {},
): WebhookRequest => ({
  method,
  url,
  headers: { get: (name) => headers[name.toLowerCase()] ?? null },
  body: new Uint8Array(typeof body === "string" ? new TextEncoder().encode(body) : body),
});

/** Signs a request as its sender does. Written without the library that it tests. */
function createSigned(scheme: WebhookScheme, body: string) {
  const { algorithm, signature, encoding = "hex", signed = "{body}", key = "text" } = scheme;
  const { timestamp } = scheme;
  const times = {
    seconds: String(NOW / 1000),
    milliseconds: String(NOW),
    date: new Date(NOW).toISOString(),
  };
  const time = timestamp ? times[timestamp.unit] : "";
  const headers: Record<string, string> = {};
  const text = timestamp?.pointer
    ? JSON.stringify({ ...JSON.parse(body), [timestamp.pointer.slice(1)]: NOW })
    : body;
  const url = scheme.bodyDigest
    ? `${URL_}&${scheme.bodyDigest}=${createHash("sha256").update(text).digest("hex")}`
    : URL_;
  const id = "msg_1";
  const idHeader = scheme.id?.find((place) => !place.startsWith("/"));
  if (idHeader) headers[idHeader] = id;
  if (timestamp?.headers) headers[timestamp.headers[0]!] = time;
  const message = signed
    .replace("{timestamp}", time)
    .replace("{id}", id)
    .replace("{url}", url)
    .replace("{form}", "")
    .replace("{method}", "POST")
    .replace("{body}", () => text);
  let secret = "secret-of-the-sender";
  let value: string;
  if (algorithm === "token") value = secret;
  else if (algorithm === "ed25519") {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    secret = publicKey.export({ type: "spki", format: "der" }).subarray(-32).toString("hex");
    value = signWith(null, Buffer.from(message), privateKey).toString(encoding);
  } else if (algorithm === "ecdsa-p256") {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    secret = publicKey.export({ type: "spki", format: "der" }).toString("base64");
    value = signWith("sha256", Buffer.from(message), privateKey).toString(encoding);
  } else {
    const bytes = Buffer.from("0123456789abcdef0123456789abcdef");
    const secrets = {
      text: secret,
      base64: bytes.toString("base64"),
      hex: bytes.toString("hex"),
      standard: `whsec_${bytes.toString("base64")}`,
    };
    secret = secrets[key];
    const hmac = createHmac(algorithm.slice("hmac-".length), key === "text" ? secret : bytes);
    value = hmac.update(message).digest(encoding);
  }
  const { prefix = "", split } = signature;
  const formatted = {
    pairs: () =>
      [`${timestamp?.pair}=${time}`, `${(split as { name: string }).name}=${value}`].join(
        split!.separator,
      ),
    list: () => `${prefix}${value}`,
    plain: () => `${prefix}${value}`,
  }[split?.kind ?? "plain"]();
  if (signature.headers) headers[signature.headers[0]!] = formatted;
  return { secret, headers, text, url };
}

/** A body that has the token of schemes that put it there. */
function createBody({ signature, each }: WebhookScheme): string {
  const event = {
    type: "created",
    id: "evt_1",
    ...(signature.pointer && { [signature.pointer.slice(1)]: "secret-of-the-sender" }),
  };
  if (each === undefined) return JSON.stringify(event);
  return JSON.stringify(each === "" ? [event, event] : { [each.slice(1)]: [event, event] });
}

describe.each([...SCHEMES])("%s", (name, { scheme }) => {
  const { secret, headers, text, url } = createSigned(scheme, createBody(scheme));
  const verify = (
    overrides: Readonly<Record<string, string>> = {},
    body: string | Uint8Array = text,
    secrets: readonly string[] = [secret],
    at = NOW,
  ) => {
    const request = createRequest({ ...headers, ...overrides }, body, { url });
    return verifyWebhook(scheme, secrets, request, at);
  };

  it("verifies a request of the sender, also while the secret is replaced", async () => {
    expect(await verify()).toMatchObject({ isVerified: true, body: JSON.parse(text) });
    if (scheme.algorithm === "token" || scheme.algorithm.startsWith("hmac")) {
      const others = {
        text: "another",
        base64: "AQID",
        hex: "010203",
        standard: createWebhookSecret(),
      };
      const other = others[scheme.key ?? "text"];
      expect(await verify({}, text, [other, secret])).toMatchObject({ isVerified: true });
    }
  });

  it("refuses a request with any bit changed", async () => {
    if (scheme.signature.pointer !== undefined) return;
    const bytes = new TextEncoder().encode(text);
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: bytes.length - 1 }),
        fc.integer({ min: 0, max: 7 }),
        async (index, bit) => {
          if (scheme.algorithm === "token") return;
          const changed = bytes.slice();
          changed[index] = changed[index]! ^ (1 << bit);
          expect((await verify({}, changed)).isVerified).toBe(false);
        },
      ),
      { numRuns: 20 },
    );
    const header = scheme.signature.headers![0]!;
    const signature = headers[header]!;
    const last = signature.replace(/[0-9a-zA-Z](?=={0,2}$)/, (c) => (c === "0" ? "1" : "0"));
    const value = signature.lastIndexOf(signature.match(/[0-9a-zA-Z+/]{16}/)?.[0] ?? "");
    const first = `${signature.slice(0, value)}${signature[value] === "0" ? "1" : "0"}${signature.slice(value + 1)}`;
    for (const forged of [first, `${signature.slice(0, -4)}`, "", "null"])
      expect(await verify({ [header]: forged }), forged).toMatchObject({ isVerified: false });
    expect((await verify({ [header]: last })).isVerified && last.length < 80).toBe(false);
  });

  it("refuses unusable secrets", async () => {
    for (const secrets of [[], [""], [secret, ""]])
      expect((await verify({}, text, secrets)).isVerified).toBe(false);
  });

  it("refuses requests outside the time window", async () => {
    if (!scheme.timestamp) return;
    const tolerance = (scheme.timestamp.tolerance ?? 300) * 1_000;
    for (const offset of [tolerance + 1_000, -tolerance - 1_000])
      expect(await verify({}, text, [secret], NOW + offset)).toEqual({
        isVerified: false,
        reason: "timestamp_outside_tolerance",
      });
    expect((await verify({}, text, [secret], NOW + tolerance)).isVerified).toBe(true);
  });

  it("gives each event a key and a type", async () => {
    const request = createRequest(headers, text);
    const split = async () => {
      const found = await splitEvents(scheme, request, JSON.parse(text), { max: 1_000 });
      return "count" in found ? [] : found;
    };
    const events = await split();
    expect(events).toHaveLength(scheme.each === undefined ? 1 : 2);
    for (const { key } of events) expect(key).toMatch(/^.{1,200}$/);
    expect(await split()).toEqual(events);
    expect(name).toMatch(/^[a-z0-9_]+$/);
  });
});

describe("published examples", () => {
  const verify = (
    name: string,
    secret: string,
    headers: Record<string, string>,
    body: string,
    now = NOW,
  ) => verifyWebhook(SCHEMES.get(name)!.scheme, [secret], createRequest(headers, body), now);

  it("GitHub's", async () => {
    const headers = {
      "x-hub-signature-256":
        "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
    };
    const secret = "It's a Secret to Everybody";
    // The body isn't JSON, so only the reason tells that the signature is right.
    expect(await verify("github", secret, headers, "Hello, World!")).toEqual({
      isVerified: false,
      reason: "body_unreadable",
    });
    expect(await verify("github", secret, headers, "Hello, World?")).toMatchObject({
      reason: "signature_mismatch",
    });
  });

  it("Slack's", async () => {
    const body =
      "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
    const headers = {
      "x-slack-request-timestamp": "1531420618",
      "x-slack-signature": "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
      "content-type": "application/x-www-form-urlencoded",
    };
    const now = 1_531_420_618_000;
    expect(
      await verify("slack", "8f742231b10e8888abcd99yyyzzz85a5", headers, body, now),
    ).toMatchObject({
      isVerified: true,
      body: { team_domain: "testteamnow" },
    });
  });

  it("that of Standard Webhooks, by its library", async () => {
    const secret = createWebhookSecret();
    const body = '{"type":"ping"}';
    const signature = new Webhook(secret).sign("msg_1", new Date(NOW), body);
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(NOW / 1000),
      "webhook-signature": `v1a,abc ${signature}`,
    };
    expect(await verify("standard", secret, headers, body)).toMatchObject({ isVerified: true });
    expect(
      await verify("standard", secret, { ...headers, "webhook-id": "msg_2" }, body),
    ).toMatchObject({
      reason: "signature_mismatch",
    });
    const mixed = { ...headers, "svix-signature": signature, "webhook-signature": "v1,AAAA" };
    expect((await verify("standard", secret, mixed, body)).isVerified).toBe(false);
    const repeated = { ...headers, "webhook-signature": `v1,AAAA, ${signature}` };
    expect(await verify("standard", secret, repeated, body)).toMatchObject({
      reason: "header_repeated",
    });
  });

  it("each of several signatures", async () => {
    const secret = createWebhookSecret();
    const body = '{"type":"ping"}';
    const sign = (key: string) => new Webhook(key).sign("msg_1", new Date(NOW), body);
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(NOW / 1000),
      "webhook-signature": `${sign(createWebhookSecret())} ${sign(secret)}`,
    };
    expect(await verify("standard", secret, headers, body)).toMatchObject({ isVerified: true });
  });

  it("headers of one spelling only", async () => {
    const secret = createWebhookSecret();
    const body = '{"type":"ping"}';
    const headers = {
      "webhook-id": "msg_1",
      "svix-timestamp": String(NOW / 1000),
      "webhook-signature": new Webhook(secret).sign("msg_1", new Date(NOW), body),
    };
    expect(await verify("standard", secret, headers, body)).toMatchObject({
      reason: "timestamp_missing",
    });
  });

  it("at most ten signatures", async () => {
    const secret = createWebhookSecret();
    const body = '{"type":"ping"}';
    const signature = new Webhook(secret).sign("msg_1", new Date(NOW), body);
    const headers = (others: number) => ({
      "webhook-id": "msg_1",
      "webhook-timestamp": String(NOW / 1000),
      "webhook-signature": `${"v1,AAAA ".repeat(others)}${signature}`,
    });
    expect(await verify("standard", secret, headers(9), body)).toMatchObject({ isVerified: true });
    expect(await verify("standard", secret, headers(10), body)).toMatchObject({
      reason: "too_many_signatures",
    });
  });

  it("IDs that can't be part of a body, and times in one form", async () => {
    const secret = createWebhookSecret();
    const forged = '{"type":"a"}';
    const id = 'msg_1.1.{"text":"';
    const headers = {
      "webhook-id": id,
      "webhook-timestamp": String(NOW / 1000),
      "webhook-signature": new Webhook(secret).sign(id, new Date(NOW), forged),
    };
    expect(await verify("standard", secret, headers, forged)).toMatchObject({
      reason: "id_invalid",
    });
    // The end of the ID moved to the beginning of the time: the same text, but another ID.
    const time = "2026-11-23T10:00:00Z";
    const digest = createHmac("sha256", "secret").update(`id-1${time}{}`).digest("hex");
    const twitch = (end: string) =>
      verify(
        "twitch",
        "secret",
        {
          "twitch-eventsub-message-id": "id-1".slice(0, 4 - end.length),
          "twitch-eventsub-message-timestamp": `${end}${time}`,
          "twitch-eventsub-message-signature": `sha256=${digest}`,
        },
        "{}",
      );
    expect(await twitch("")).toMatchObject({ isVerified: true });
    expect(await twitch("1")).toMatchObject({ reason: "timestamp_outside_tolerance" });
    expect(await twitch("-1")).toMatchObject({ reason: "timestamp_outside_tolerance" });
  });

  it("Stripe's, by its library", async () => {
    const payload = '{"id":"evt_1","type":"charge.succeeded"}';
    const secret = "whsec_test_secret";
    const header = await Stripe.webhooks.generateTestHeaderStringAsync({
      payload,
      secret,
      timestamp: NOW / 1000,
    });
    expect(await verify("stripe", secret, { "stripe-signature": header }, payload)).toMatchObject({
      isVerified: true,
    });
    const twice = `${header}, ${header}`;
    expect(await verify("stripe", secret, { "stripe-signature": twice }, payload)).toMatchObject({
      reason: "header_repeated",
    });
  });
});

describe("handshakes", () => {
  const answer = (name: string, headers: Record<string, string>, body: string, url = URL_) =>
    answerHandshake(SCHEMES.get(name)!.scheme, createRequest(headers, body, { url }), {
      secrets: ["secret"],
      now: NOW,
    });
  /** The headers of a request that Slack or Zoom signs. */
  const signV0 = (name: "x-slack" | "x-zm", body: string) => {
    const time = String(NOW / 1000);
    const digest = createHmac("sha256", "secret").update(`v0:${time}:${body}`).digest("hex");
    return { [`${name}-request-timestamp`]: time, [`${name}-signature`]: `v0=${digest}` };
  };
  const SLACK = '{"type":"url_verification","challenge":"abc"}';

  it.each([
    ["slack", signV0("x-slack", SLACK), SLACK, URL_, "abc"],
    ["meta", {}, "", `${URL_}&hub.mode=subscribe&hub.challenge=158201444`, "158201444"],
    ["microsoft_graph", {}, "", `${URL_}&validationToken=a%20%3Cb%3E`, "a <b>"],
    ["dropbox", {}, "", `${URL_}&challenge=c`, "c"],
  ])("echo the challenge of %s as text", async (name, headers, body, url, expected) => {
    expect(await answer(name, headers, body, url)).toMatchObject({
      status: 200,
      body: expected,
      headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
    });
  });

  it("sign Zoom's and X's challenges", async () => {
    const body = '{"event":"endpoint.url_validation","payload":{"plainToken":"q"}}';
    const zoom = await answer("zoom", signV0("x-zm", body), body);
    const digest = createHmac("sha256", "secret").update("q");
    expect(JSON.parse(zoom!.body)).toEqual({
      plainToken: "q",
      encryptedToken: digest.digest("hex"),
    });
    const x = await answer("x", {}, "", `${URL_}&crc_token=q`);
    const token = createHmac("sha256", "secret").update("q").digest("base64");
    expect(JSON.parse(x!.body)).toEqual({ response_token: `sha256=${token}` });
  });

  it("keep Asana's secret", async () => {
    expect(await answer("asana", { "x-hook-secret": "s3cret" }, "")).toMatchObject({
      secret: "s3cret",
      headers: { "x-hook-secret": "s3cret" },
    });
  });

  it("ignore challenges of Slack without its signature", async () => {
    expect(await answer("slack", {}, SLACK)).toBeUndefined();
  });

  it("ignore long challenges, line breaks and large bodies", async () => {
    expect(await answer("dropbox", {}, "", `${URL_}&challenge=${"a".repeat(501)}`)).toBeUndefined();
    expect(await answer("dropbox", {}, "", `${URL_}&challenge=a%0Ab`)).toBeUndefined();
    const body = JSON.stringify({
      type: "url_verification",
      challenge: "a",
      pad: "a".repeat(10_000),
    });
    expect(await answer("slack", signV0("x-slack", body), body)).toBeUndefined();
    expect(await answer("x", {}, "", `${URL_}&crc_token=${"a".repeat(201)}`)).toBeUndefined();
    expect(await answer("x", {}, "", `${URL_}&crc_token=%7B%7D`)).toBeUndefined();
  });
});

it("signs deliveries that the library of Standard Webhooks accepts, with each secret", async () => {
  const secrets = [createWebhookSecret(), createWebhookSecret()];
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = await signWebhook({ id: "evt_1.1", timestamp, body: '{"a":1}' }, secrets);
  for (const secret of secrets)
    expect(new Webhook(secret).verify('{"a":1}', headers)).toEqual({ a: 1 });
});

it("survives hostile bodies", async () => {
  const { scheme } = SCHEMES.get("github")!;
  const bodies: (string | Uint8Array)[] = [
    "[".repeat(10_000),
    '{"__proto__":{"isVerified":true}}',
    '{"a":1,"a":2}',
    new Uint8Array([0x7b, 0xff, 0x7d]),
    "\0",
    "",
  ];
  for (const body of bodies) {
    const request = createRequest({}, body);
    const digest = createHmac("sha256", "secret").update(request.body).digest("hex");
    const signed = createRequest({ "x-hub-signature-256": `sha256=${digest}` }, body);
    const verdict = await verifyWebhook(scheme, ["secret"], signed, NOW);
    expect([true, "body_unreadable"]).toContain(verdict.isVerified || verdict.reason);
    if (verdict.isVerified) await splitEvents(scheme, signed, verdict.body, { max: 1_000 });
  }
  expect(Object.hasOwn(Object.prototype, "isVerified")).toBe(false);
});
