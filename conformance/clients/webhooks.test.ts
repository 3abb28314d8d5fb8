import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { verify as verifyWithWebCrypto } from "../../generated/clients/js/src/runtime/webhooks.ts";
import { verify as verifyWithNode } from "../../generated/clients/js/src/runtime/webhooks-node.ts";

/** The test vector of Standard Webhooks. */
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const BODY = '{"test": 2432232314}';
const SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const HEADERS = {
  "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
  "webhook-timestamp": "1614265330",
  "webhook-signature": SIGNATURE,
};
const SECONDS = 1_614_265_330;
const AT = { now: SECONDS * 1_000 };
const OTHER_SECRET = `whsec_${btoa("another secret of 24 byt")}`;

/** Every text that differs from `text` in one character. */
const changeEachCharacter = (text: string): string[] =>
  Array.from(
    text,
    (character, index) =>
      `${text.slice(0, index)}${character === "A" ? "B" : "A"}${text.slice(index + 1)}`,
  );

describe.each([
  ["node:crypto", verifyWithNode],
  ["WebCrypto", verifyWithWebCrypto],
])("verify with %s", (_, verify) => {
  it("accepts the vector of Standard Webhooks", async () => {
    expect(await verify(BODY, HEADERS, SECRET, AT)).toEqual({
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      timestamp: new Date(SECONDS * 1_000),
      payload: { test: 2_432_232_314 },
    });
  });

  it("accepts what the reference library signs now", async () => {
    const body = JSON.stringify({ type: "run.succeeded", data: { text: "é 🎚" } });
    const now = new Date();
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
      "webhook-signature": new Webhook(SECRET).sign("msg_1", now, body),
    };
    expect((await verify(body, headers, SECRET)).payload).toEqual(JSON.parse(body));
  });

  it.each([
    ["a string", BODY],
    ["bytes", new TextEncoder().encode(BODY)],
    ["a buffer of Node.js", Buffer.from(BODY)],
    ["an ArrayBuffer", new TextEncoder().encode(BODY).buffer],
  ])("accepts the body as %s", async (_, body) => {
    expect((await verify(body, HEADERS, SECRET, AT)).payload).toEqual({ test: 2_432_232_314 });
  });

  it.each([
    ["web headers", new Headers(HEADERS)],
    [
      "names in capital letters",
      Object.fromEntries(Object.entries(HEADERS).map(([name, text]) => [name.toUpperCase(), text])),
    ],
    ["lists", { ...HEADERS, "webhook-id": [HEADERS["webhook-id"]] }],
  ])("reads %s", async (_, headers) => {
    expect((await verify(BODY, headers, SECRET, AT)).id).toBe("msg_p5jXN8AQM9LWM0D4loKWxJek");
  });

  it("accepts one valid signature among several, and ignores other versions", async () => {
    const wrong = new Webhook(OTHER_SECRET).sign("msg_1", new Date(AT.now), BODY);
    const list = `v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg== ${wrong} ${SIGNATURE}`;
    const headers = { ...HEADERS, "webhook-signature": list };
    expect((await verify(BODY, headers, SECRET, AT)).id).toBe("msg_p5jXN8AQM9LWM0D4loKWxJek");
  });

  it.each([
    ["of another version", SIGNATURE.replace("v1,", "v2,")],
    ["without a version", SIGNATURE.slice(3)],
    ["that is empty", "v1,"],
    ["that is cut", SIGNATURE.slice(0, -4)],
    ["with more behind it", `${SIGNATURE}A`],
  ])("refuses a signature %s", async (_, signature) => {
    await expect(
      verify(BODY, { ...HEADERS, "webhook-signature": signature }, SECRET, AT),
    ).rejects.toMatchObject({ code: "invalid_signature" });
  });

  it("accepts the old and the new secret while both are passed", async () => {
    for (const secrets of [
      [SECRET, OTHER_SECRET],
      [OTHER_SECRET, SECRET],
    ])
      expect((await verify(BODY, HEADERS, secrets, AT)).payload).toBeDefined();
    await expect(verify(BODY, HEADERS, [OTHER_SECRET], AT)).rejects.toMatchObject({
      code: "invalid_signature",
    });
  });

  it("refuses a wrong character at each place of body, ID, timestamp and signature", async () => {
    const requests = [
      ...changeEachCharacter(BODY).map((body) => ({ body, headers: HEADERS })),
      ...Object.entries(HEADERS).flatMap(([name, text]) =>
        changeEachCharacter(text).map((changed) => ({
          body: BODY,
          headers: { ...HEADERS, [name]: changed },
        })),
      ),
    ];
    expect(requests).toHaveLength(20 + 28 + 10 + 47);
    const codes = await Promise.all(
      requests.map(({ body, headers }) =>
        verify(body, headers, SECRET, AT).then(
          () => "accepted",
          (error) => error.code,
        ),
      ),
    );
    expect(new Set(codes)).toEqual(new Set(["invalid_signature", "invalid_timestamp"]));
    expect(codes.filter((code) => code === "invalid_timestamp")).toHaveLength(10);
  });

  it("refuses the padding bits of Base64 in another form", async () => {
    // "E=" and "F=" decode to the same byte.
    const signature = SIGNATURE.replace("OE=", "OF=");
    expect(atob(signature.slice(3))).toBe(atob(SIGNATURE.slice(3)));
    await expect(
      verify(BODY, { ...HEADERS, "webhook-signature": signature }, SECRET, AT),
    ).rejects.toMatchObject({ code: "invalid_signature" });
  });

  it.each([
    [-301, false],
    [-300, true],
    [300, true],
    [301, false],
  ])("judges a webhook that was sent %d seconds from now", async (seconds, isAccepted) => {
    const result = verify(BODY, HEADERS, SECRET, { now: (SECONDS - seconds) * 1_000 });
    if (isAccepted) await result;
    else await expect(result).rejects.toMatchObject({ code: "invalid_timestamp" });
  });

  it("refuses a replay after the tolerance that was passed", async () => {
    const later = { now: (SECONDS + 11) * 1_000, toleranceSeconds: 10 };
    await expect(verify(BODY, HEADERS, SECRET, later)).rejects.toMatchObject({
      code: "invalid_timestamp",
      message: "The timestamp isn't within 10 seconds of the current time.",
    });
  });

  it.each(["webhook-id", "webhook-timestamp", "webhook-signature"])(
    "refuses a request without %s",
    async (name) => {
      await expect(verify(BODY, { ...HEADERS, [name]: "" }, SECRET, AT)).rejects.toMatchObject({
        code: "missing_header",
        message: `The header ${name} is missing.`,
      });
    },
  );

  it("reports a body that isn't JSON, after it has checked the signature", async () => {
    const now = new Date(AT.now);
    const headers = {
      ...HEADERS,
      "webhook-signature": new Webhook(SECRET).sign(HEADERS["webhook-id"], now, "<xml/>"),
    };
    await expect(verify("<xml/>", headers, SECRET, AT)).rejects.toMatchObject({
      code: "invalid_payload",
    });
  });

  it.each(["", "whsec_", "whsec_not base64!", []])(
    "refuses the secret %j without showing it",
    async (secret) => {
      const error = await verify(BODY, HEADERS, secret, AT).catch((error) => error);
      expect(error).toMatchObject({ code: "invalid_input" });
      expect(JSON.stringify([error.message, error.cause])).not.toContain("not base64!");
    },
  );

  it("asks for the raw body if a parsed one is passed", async () => {
    await expect(verify({ test: 1 } as never, HEADERS, SECRET, AT)).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("not a parsed object"),
    });
  });
});
