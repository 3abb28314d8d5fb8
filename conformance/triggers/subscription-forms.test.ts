import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readAppWebhooks } from "../../adapters/catalog/facts/app-webhooks.ts";
import { readWebhookSchemes } from "../../adapters/catalog/facts/webhook-schemes.ts";
import { respondJson } from "../fixtures/platform/tool-runner.ts";
import { createOverlayApp } from "./hook-app.ts";
import { createTriggerFixture } from "./trigger-fixture.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const RUN = [{ kind: "run", tool: "notes.list_notes" }];

it("stores the secret that Stripe creates", async () => {
  const requests: string[] = [];
  const fixture = await createTriggerFixture({
    handler: (received, response) => {
      requests.push(`${received.method} ${received.url} ${received.body}`);
      return respondJson({ id: "we_1", secret: "whsec_stripe" })(received, response);
    },
    createApps: createOverlayApp("stripe"),
  });
  await fixture.addConnection("conn_stripe", { app: "stripe" });
  const { trigger } = await fixture.create({
    watch: { kind: "app", type: "stripe.invoice.paid" },
    actions: RUN,
  });
  expect(requests[0]).toContain("POST /v1/webhook_endpoints");
  const form = new URLSearchParams(requests[0]!.split(" ")[2]);
  expect(form.get("enabled_events[]")).toBe("invoice.paid");
  const address = new URL(form.get("url")!).pathname;
  const send = (secret: string) => {
    const body = JSON.stringify({ id: "evt_1", type: "invoice.paid" });
    const time = Math.floor(fixture.now() / 1_000);
    const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
    return fixture.request("POST", address, {
      headers: { "stripe-signature": `t=${time},v1=${signature}` },
      body,
    });
  };
  expect((await send("whsec_stripe")).status).toBe(202);
  expect((await send("whsec_other")).status).toBe(401);
  expect(await fixture.readEvents(trigger.id)).toMatchObject([{ type: "stripe.invoice.paid" }]);
});

it("answers the handshake that Asana sends while the subscription is created", async () => {
  let address = "";
  const fixture = await createTriggerFixture({
    handler: async (received, response) => {
      if (received.method !== "POST") return respondJson({ data: {} })(received, response);
      const { data } = JSON.parse(received.body);
      address = new URL(data.target).pathname;
      const handshake = await fixture.request("POST", address, {
        headers: { "x-hook-secret": "asana-secret" },
      });
      const isConfirmed = handshake.headers.get("x-hook-secret") === "asana-secret";
      return respondJson({ data: { gid: "77" } }, isConfirmed ? 201 : 400)(received, response);
    },
    createApps: createOverlayApp("asana"),
  });
  await fixture.addConnection("conn_asana", { app: "asana" });
  const { trigger } = await fixture.create({
    watch: { kind: "app", type: "asana.task.added", arguments: { resource: "1" } },
    actions: RUN,
  });
  expect(trigger.subscription.status).toBe("active");
  const body = JSON.stringify({ events: [{ action: "added", resource: { gid: "5" } }] });
  const signature = createHmac("sha256", "asana-secret").update(body).digest("hex");
  const sent = await fixture.request("POST", address, {
    headers: { "x-hook-signature": signature },
    body,
  });
  expect(sent.status).toBe(200);
  expect(await fixture.readEvents(trigger.id)).toMatchObject([{ type: "asana.added" }]);
});

it("renews a subscription of Microsoft Graph at half of its life, and answers its validation", async () => {
  const requests: { method: string; url: string; body: any }[] = [];
  const fixture = await createTriggerFixture({
    handler: async (received, response) => {
      const body = received.body ? JSON.parse(received.body) : undefined;
      requests.push({ method: received.method!, url: received.url, body });
      if (received.method === "POST") {
        const { pathname } = new URL(body.notificationUrl);
        const validation = await fixture.request("POST", `${pathname}?validationToken=abc`);
        if ((await validation.text()) !== "abc") return respondJson({}, 400)(received, response);
      }
      const expires = body?.expirationDateTime ?? "2026-12-01T00:00:00Z";
      return respondJson({ id: "sub-1", expirationDateTime: expires })(received, response);
    },
    createApps: createOverlayApp("outlook_mail"),
  });
  await fixture.addConnection("conn_outlook", { app: "outlook_mail" });
  const { trigger } = await fixture.create({
    watch: { kind: "app", type: "outlook_mail.messages.created" },
    actions: RUN,
  });
  const [created] = requests;
  expect(created!.body.clientState).toMatch(/.{20}/);
  expect(trigger.subscription.expires_at).toBe(
    new Date(Date.parse(created!.body.expirationDateTime)).toISOString(),
  );
  for (let day = 0; day < 4; day++) {
    fixture.advance(DAY);
    await fixture.work();
  }
  const renewed = requests.filter(({ method }) => method === "PATCH");
  expect(renewed).toHaveLength(1);
  expect(renewed[0]!.url).toContain("/subscriptions/sub-1");
  const { body } = await fixture.call("GET", `/triggers/${trigger.id}`);
  expect(Date.parse(body.subscription.expires_at)).toBeGreaterThan(fixture.now() + 4 * DAY);
});

it("reads the list of a calendar after a notice, and replaces the channel before it ends", async () => {
  const channels: any[] = [];
  const stopped: any[] = [];
  let events: object[] = [{ id: "1", updated: "a" }];
  const fixture = await createTriggerFixture({
    handler: (received, response) => {
      const { pathname } = new URL(received.url, "http://app.test");
      if (pathname === "/channels/stop") {
        stopped.push(JSON.parse(received.body));
        return respondJson({}, 204)(received, response);
      }
      if (pathname.endsWith("/watch")) {
        const body = JSON.parse(received.body);
        channels.push(body);
        return respondJson({ id: body.id, resourceId: "res", expiration: String(body.expiration) })(
          received,
          response,
        );
      }
      return respondJson({ items: events })(received, response);
    },
    createApps: createOverlayApp("google_calendar", {
      path: "/calendars/{calendarId}/events",
      arguments: [
        "calendarId",
        "singleEvents",
        "showDeleted",
        "orderBy",
        "maxResults",
        "updatedMin",
      ],
    }),
  });
  await fixture.addConnection("conn_calendar", { app: "google_calendar" });
  const { trigger } = await fixture.create({
    watch: {
      kind: "app",
      type: "google_calendar.events.changed",
      arguments: { calendar: "primary" },
    },
    actions: RUN,
  });
  const [channel] = channels;
  events = [{ id: "2", updated: "b" }, ...events];
  const notify = () =>
    fixture.request("POST", new URL(channel.address).pathname, {
      headers: { "x-goog-channel-token": channel.token, "x-goog-message-number": "2" },
    });
  fixture.advance(20_000);
  expect((await notify()).status).toBe(200);
  await fixture.work();
  expect(await fixture.readEvents(trigger.id)).toMatchObject([
    { type: "poll.new", data: { id: "2" } },
  ]);
  events = [{ id: "3", updated: "c" }, ...events];
  fixture.advance(2 * HOUR);
  await fixture.work();
  expect(await fixture.readEvents(trigger.id)).toHaveLength(2);
  fixture.advance(4 * DAY);
  await fixture.work();
  expect(channels).toHaveLength(2);
  expect(channels[1].id).not.toBe(channel.id);
  expect(stopped).toEqual([{ id: channel.id, resourceId: "res" }]);
});

it("needs the secret of Shopify's app, because all its subscriptions share it", async () => {
  const fixture = await createTriggerFixture({
    handler: respondJson({ webhook: { id: 5 } }),
    createApps: createOverlayApp("shopify"),
  });
  await fixture.addConnection("conn_shopify", { app: "shopify" });
  const watch = { kind: "app", type: "shopify.orders.create" };
  const refused = await fixture.call("POST", "/triggers", { name: "Orders", watch, actions: RUN });
  expect([refused.status, refused.body.code]).toEqual([422, "signing_required"]);
  const { trigger } = await fixture.create({
    watch: { ...watch, secret: "shpss_secret" },
    actions: RUN,
  });
  expect(JSON.stringify(trigger)).not.toContain("shpss_secret");
});

describe("the overlay", () => {
  const apps = [...readAppWebhooks()];

  it("names schemes that exist", () => {
    const schemes = readWebhookSchemes();
    expect(apps.filter(([, { scheme }]) => !schemes.has(scheme))).toEqual([]);
  });

  it("has only templates whose values are known, and addresses in each subscription", () => {
    const unknown = apps.flatMap(([slug, webhooks]) =>
      webhooks.types.flatMap((type) => {
        const known = new Set([
          ...["url", "secret", "trigger", "uuid", "id", "id_tail", "expires", "expires_ms"],
          ...Object.keys(type.arguments),
          ...Object.keys(type.values ?? {}),
          ...Object.keys(webhooks.result?.values ?? {}),
        ]);
        const { types: _, ...requests } = webhooks;
        const text = JSON.stringify([requests, type.list]);
        return [...text.matchAll(/\$\{(\w+)\}|\/\{(\w+)\}/g)]
          .map(([, first, second]) => (first ?? second)!)
          .filter((name) => !known.has(name))
          .map((name) => `${slug}.${type.name}: ${name}`);
      }),
    );
    expect(unknown).toEqual([]);
    const withoutAddress = apps.filter(
      ([, { subscribe }]) => !JSON.stringify(subscribe).includes("${url}"),
    );
    expect(withoutAddress).toEqual([]);
  });

  it("has unique types with required arguments that exist", () => {
    for (const [, { types }] of apps) {
      expect(new Set(types.map(({ name }) => name)).size).toBe(types.length);
      for (const type of types)
        for (const name of type.required) expect(Object.keys(type.arguments)).toContain(name);
    }
  });
});
