import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { readWebhookSchemes } from "../../adapters/catalog/facts/webhook-schemes.ts";
import { createWebhookSecret, verifyWebhook } from "../../core/lib/webhooks/index.ts";
import { installOnDemand } from "../install-on-demand.ts";

const SCHEMES = readWebhookSchemes();
const URL_ = "https://jackfield.example/hooks/abc?x=1";

/** Loads a file of an official library of a sender. Undefined if it can't be installed. */
async function load(name: string, version: string, file: string): Promise<any> {
  const folder = installOnDemand(name, version);
  return folder && import(pathToFileURL(join(folder, file)).href);
}

const [github, svix, twilio] = await Promise.all([
  load("@octokit/webhooks-methods", "6.0.0", "dist-node/index.js"),
  load("svix", "2.5.0", "dist/index.mjs"),
  load("twilio", "6.2.0", "lib/webhooks/webhooks.js"),
]);

interface Sent {
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly url?: string;
}

function verify(scheme: string, { secret, headers, body, url = URL_ }: Sent) {
  const request = {
    method: "POST",
    url,
    headers: new Headers(headers),
    body: new TextEncoder().encode(body),
  };
  return verifyWebhook(SCHEMES.get(scheme)!.scheme, [secret], request, Date.now());
}

/** Expects that a request is accepted, and not with another body. */
async function expectVerified(scheme: string, sent: Sent): Promise<void> {
  expect(await verify(scheme, sent)).toMatchObject({ isVerified: true });
  expect(await verify(scheme, { ...sent, body: `${sent.body} ` })).toMatchObject({
    isVerified: false,
  });
}

const title = (text: string, library: unknown) =>
  library ? text : `${text} (skipped: the library can't be downloaded)`;

describe("the official library of", () => {
  it.skipIf(!github)(title("GitHub signs what is verified", github), async () => {
    const secret = "It's a Secret to Everybody";
    const body = '{"action":"opened","title":"Grüße"}';
    const signature = await github.sign(secret, body);
    await expectVerified("github", {
      secret,
      body,
      headers: { "x-hub-signature-256": signature, "x-github-delivery": "1" },
    });
  });

  it.skipIf(!svix)(title("Svix signs what is verified", svix), async () => {
    const secret = createWebhookSecret();
    const body = '{"type":"invoice.paid"}';
    const sent = new Date();
    await expectVerified("standard", {
      secret,
      body,
      headers: {
        "svix-id": "msg_1",
        "svix-timestamp": String(Math.floor(sent.getTime() / 1_000)),
        "svix-signature": new svix.Webhook(secret).sign("msg_1", sent, body),
      },
    });
  });

  it.skipIf(!twilio)(title("Twilio signs forms that are verified", twilio), async () => {
    const secret = "auth_token_of_an_account";
    const form = { To: "+14155550100", Body: "Hi & bye?", From: "+14155550101", MessageSid: "SM1" };
    const signature = twilio.getExpectedTwilioSignature(secret, URL_, form);
    await expectVerified("twilio", {
      secret,
      body: new URLSearchParams(form).toString(),
      headers: {
        "x-twilio-signature": signature,
        "content-type": "application/x-www-form-urlencoded; charset=UTF-8",
      },
    });
  });

  it.skipIf(!twilio)(title("Twilio signs forms that repeat a field", twilio), async () => {
    const secret = "auth_token_of_an_account";
    const form = { To: "+14155550100", Digits: ["2", "1", "2"] };
    await expectVerified("twilio", {
      secret,
      body: "To=%2B14155550100&Digits=2&Digits=1&Digits=2",
      headers: {
        "x-twilio-signature": twilio.getExpectedTwilioSignature(secret, URL_, form),
        "content-type": "application/x-www-form-urlencoded",
      },
    });
  });

  it.skipIf(!twilio)(title("Twilio signs JSON by its digest in the address", twilio), async () => {
    const secret = "auth_token_of_an_account";
    const body = '{"CallStatus":"completed"}';
    const url = `${URL_}&bodySHA256=${twilio.getExpectedBodyHash(body)}`;
    const headers = {
      "x-twilio-signature": twilio.getExpectedTwilioSignature(secret, url, {}),
      "content-type": "application/json",
    };
    await expectVerified("twilio", { secret, body, url, headers });
    const withoutDigest = twilio.getExpectedTwilioSignature(secret, URL_, {});
    expect(
      await verify("twilio", {
        secret,
        body,
        headers: { ...headers, "x-twilio-signature": withoutDigest },
      }),
    ).toMatchObject({ isVerified: false, reason: "signature_mismatch" });
  });
});
