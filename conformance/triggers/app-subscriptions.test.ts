import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readAppWebhooks } from "../../adapters/catalog/app-webhooks.ts";
import { readWebhookSchemes } from "../../adapters/catalog/webhook-schemes.ts";
import { cleanUpAccount } from "../../core/platform/account/operator.ts";
import { createAuditEntry } from "../../core/platform/auth/audit-entry.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/key-store.ts";
import { createCompiledApp, objectSchema } from "../fixtures/platform/compiled-app.ts";
import { respondJson, type UpstreamHandler } from "../fixtures/platform/tool-runner.ts";
import { createTriggerFixture, type TriggerFixture } from "./trigger-fixture.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const RUN = [{ kind: "run", tool: "notes.list_notes" }];

/** An app of the overlay, whose API is the fixture's. */
const createOverlayApp =
  (slug: string, tool?: { path: string; arguments: string[] }) => (origin: string) => [
    createCompiledApp(
      {
        slug,
        name: slug,
        description: "An app that sends events.",
        categories: ["developer_tools"],
        auth: ["api_key"],
        base: origin,
        methods: [
          {
            id: "api_key",
            type: "api_key",
            fields: [{ name: "key", label: "Key", secret: true, required: true }],
            placements: { key: { in: "header", name: "X-Key" } },
            from: "document",
          },
        ],
      },
      tool
        ? [
            {
              name: slug === "airtable" ? "list_records" : "events_list",
              title: "List",
              description: "Lists items.",
              method: "GET",
              path: tool.path,
              input: objectSchema(Object.fromEntries(tool.arguments.map((name) => [name, {}]))),
              binding: {
                slots: tool.arguments.map((name) => ({
                  argument: name,
                  in: tool.path.includes(`{${name}}`) ? ("path" as const) : ("query" as const),
                  name,
                  style: tool.path.includes(`{${name}}`) ? "simple" : "form",
                })),
              },
            },
          ]
        : [],
    ),
  ];

/** A hook, as an app stores it. */
interface Hook {
  readonly id: number;
  readonly body: any;
}

/** An app that stores hooks below a path: GitHub's way, which most apps have in common. */
function createHookApp(path: string, options: { readonly idPrefix?: string } = {}) {
  const hooks = new Map<string, Hook>();
  let last = 0;
  let failure: UpstreamHandler | undefined;
  const handler: UpstreamHandler = (received, response) => {
    const { pathname } = new URL(received.url, "http://app.test");
    if (failure) return failure(received, response);
    if (!pathname.startsWith(path)) return respondJson([])(received, response);
    const id = pathname.slice(path.length + 1).split("/")[0]!;
    if (received.method === "POST" && id === "") {
      const hook = { id: ++last, body: JSON.parse(received.body) };
      hooks.set(String(hook.id), hook);
      return respondJson({ id: hook.id, ...hook.body }, 201)(received, response);
    }
    if (id === "")
      return respondJson([...hooks.values()].map((hook) => ({ id: hook.id, ...hook.body })))(
        received,
        response,
      );
    const hook = hooks.get(id);
    if (!hook) return respondJson({ message: "Not Found" }, 404)(received, response);
    if (received.method === "DELETE") {
      hooks.delete(id);
      return respondJson({}, 204)(received, response);
    }
    return respondJson({ id: hook.id, ...hook.body })(received, response);
  };
  return {
    hooks,
    handler,
    fail(next: UpstreamHandler | undefined) {
      failure = next;
    },
    ...options,
  };
}

const createGitHub = async () => {
  const app = createHookApp("/repos/octocat/hello/hooks");
  const fixture = await createTriggerFixture({
    handler: app.handler,
    createApps: createOverlayApp("github"),
  });
  await fixture.addConnection("conn_github", { app: "github" });
  return { app, fixture };
};
const ISSUES = {
  kind: "app",
  type: "github.issues",
  arguments: { owner: "octocat", repo: "hello" },
};

/** Sends an event as GitHub does. */
function sendIssue(fixture: TriggerFixture, { body: hook }: Hook, id: string, secret?: string) {
  const body = JSON.stringify({ action: "opened", issue: { number: 1 } });
  const signature = createHmac("sha256", secret ?? hook.config.secret)
    .update(body)
    .digest("hex");
  return fixture.request("POST", new URL(hook.config.url).pathname, {
    headers: {
      "content-type": "application/json",
      "x-github-event": "issues",
      "x-github-delivery": id,
      "x-hub-signature-256": `sha256=${signature}`,
    },
    body,
  });
}

describe("an app that sends events", () => {
  it("gets a subscription, whose signed events run tools, and which ends with the trigger", async () => {
    const { app, fixture } = await createGitHub();
    const { trigger, secrets } = await fixture.create({ watch: ISSUES, actions: RUN });
    expect(secrets).toEqual([]);
    expect(trigger).toMatchObject({
      app: "github",
      connection: "conn_github",
      status: "active",
      subscription: { status: "active" },
    });
    const [hook] = [...app.hooks.values()];
    expect(hook!.body).toMatchObject({
      name: "web",
      events: ["issues"],
      config: {
        content_type: "json",
        url: expect.stringContaining("https://jackfield.test/hooks/"),
      },
    });
    expect(JSON.stringify(trigger)).not.toContain(hook!.body.config.secret);
    expect(JSON.stringify(trigger)).not.toContain(new URL(hook!.body.config.url).pathname);
    expect((await sendIssue(fixture, hook!, "a")).status).toBe(202);
    expect((await sendIssue(fixture, hook!, "a")).status).toBe(200);
    expect((await sendIssue(fixture, hook!, "b", "wrong")).status).toBe(401);
    await fixture.work();
    const events = await fixture.readEvents(trigger.id);
    expect(events).toMatchObject([
      { type: "github.issues", app: "github", verified: true, status: "done" },
    ]);
    await fixture.call("DELETE", `/triggers/${trigger.id}`);
    expect(app.hooks.size).toBe(0);
    expect((await sendIssue(fixture, hook!, "c")).status).toBe(404);
    expect(fixture.errors).toEqual([]);
  });

  it("lists its types before its lists", async () => {
    const { fixture } = await createGitHub();
    const { body } = await fixture.call("GET", "/apps/github/triggers?limit=1");
    expect(body.data).toMatchObject([
      {
        type: "github.issues",
        kind: "app",
        required: ["owner", "repo"],
        arguments: { owner: { type: "string" } },
      },
    ]);
  });

  it("is subscribed to again if it has forgotten the subscription", async () => {
    const { app, fixture } = await createGitHub();
    const { trigger } = await fixture.create({ watch: ISSUES, actions: RUN });
    app.hooks.clear();
    fixture.advance(DAY + HOUR);
    await fixture.work();
    expect(app.hooks.size).toBe(1);
    const { body } = await fixture.call("GET", `/triggers/${trigger.id}`);
    expect(body.last_error).toBeUndefined();
    const [hook] = [...app.hooks.values()];
    expect((await sendIssue(fixture, hook!, "a")).status).toBe(202);
  });

  it("rejects the trigger if it rejects the subscription", async () => {
    const { app, fixture } = await createGitHub();
    app.fail(respondJson({ message: "Validation Failed" }, 422));
    const { status, body } = await fixture.call("POST", "/triggers", {
      name: "Issues",
      watch: ISSUES,
      actions: RUN,
    });
    expect([status, body.code]).toEqual([422, "subscription_refused"]);
    expect(body.detail).toContain("Validation Failed");
    app.fail(respondJson({ message: "Not Found" }, 404));
    const missing = await fixture.call("POST", "/triggers", {
      name: "Issues",
      watch: ISSUES,
      actions: RUN,
    });
    expect(missing.body.code).toBe("subscription_refused");
    expect((await fixture.call("GET", "/triggers")).body.data).toEqual([]);
  });

  it.each([
    ["an unknown type", { ...ISSUES, type: "github.isues" }, "/watch/type"],
    ["an app without types", { ...ISSUES, type: "notes.created" }, "/watch/type"],
    ["a missing argument", { ...ISSUES, arguments: { owner: "octocat" } }, "/watch/arguments"],
    [
      "an unknown argument",
      { ...ISSUES, arguments: { owner: "o", repo: "r", url: "https://evil.test" } },
      "/watch/arguments/url",
    ],
  ])("rejects %s", async (_, watch, pointer) => {
    const { fixture } = await createGitHub();
    const { status, body } = await fixture.call("POST", "/triggers", {
      name: "Issues",
      watch,
      actions: RUN,
    });
    expect(status).toBe(400);
    expect(body.errors[0].pointer).toContain(pointer);
    expect(body.hint).toMatch(/.{10}/);
  });

  it("keeps its subscription when other parts of the trigger change", async () => {
    const { app, fixture } = await createGitHub();
    const { trigger } = await fixture.create({ watch: ISSUES, actions: RUN });
    const renamed = await fixture.call("PATCH", `/triggers/${trigger.id}`, {
      version: 1,
      name: "Other",
      watch: ISSUES,
    });
    expect(renamed.body.trigger).toMatchObject({ name: "Other", version: 2 });
    const [hook] = [...app.hooks.values()];
    expect((await sendIssue(fixture, hook!, "a")).status).toBe(202);
    fixture.advance(DAY + HOUR);
    await fixture.work();
    expect(app.hooks.size).toBe(1);
    const moved = await fixture.call("PATCH", `/triggers/${trigger.id}`, {
      version: 2,
      watch: { ...ISSUES, arguments: { owner: "octocat", repo: "other" } },
    });
    expect(moved.status).toBe(400);
    expect(app.hooks.size).toBe(1);
  });

  it("has no subscription left when the account is deleted", async () => {
    const { app, fixture } = await createGitHub();
    await fixture.create({ watch: ISSUES, actions: RUN });
    await fixture.create({ watch: ISSUES, actions: RUN });
    expect(app.hooks.size).toBe(2);
    const { peopleStore } = fixture.parts.accountStores;
    const [planned, deleted] = [0, 7 * DAY].map((later) =>
      new Date(fixture.now() + later).toISOString(),
    );
    const entry = createAuditEntry(fixture.now(), {
      account: DEFAULT_ACCOUNT,
      actor: { kind: "terminal" },
      action: "account.deletion_planned",
      subject: DEFAULT_ACCOUNT,
    });
    await peopleStore.planDeletion(
      DEFAULT_ACCOUNT,
      { deletes: deleted!, revoked: planned! },
      entry,
    );
    const cleanUp = () =>
      cleanUpAccount(
        fixture.parts.accountStores,
        fixture.now(),
        fixture.parts.options.triggers.endSubscriptions,
      );
    fixture.advance(6 * DAY);
    await cleanUp();
    expect(app.hooks.size).toBe(2);
    fixture.advance(DAY);
    await cleanUp();
    expect(app.hooks.size).toBe(0);
  });

  it("is asked for a day to remove the subscription of a deleted trigger", async () => {
    const { app, fixture } = await createGitHub();
    const watcher = await fixture.create({
      watch: { kind: "platform", types: ["subscription.failing"] },
      actions: RUN,
    });
    const first = await fixture.create({ watch: ISSUES, actions: RUN });
    app.fail(respondJson({ message: "Forbidden" }, 403));
    expect((await fixture.call("DELETE", `/triggers/${first.trigger.id}`)).status).toBe(200);
    expect((await fixture.call("GET", `/triggers/${first.trigger.id}`)).status).toBe(404);
    expect((await fixture.call("GET", "/triggers?kind=app")).body.data).toEqual([]);
    const [hook] = [...app.hooks.values()];
    expect((await sendIssue(fixture, hook!, "a")).status).toBe(404);
    fixture.advance(60_000);
    await fixture.work();
    app.fail(undefined);
    fixture.advance(HOUR);
    await fixture.work();
    expect(app.hooks.size).toBe(0);

    const second = await fixture.create({ watch: ISSUES, actions: RUN });
    app.fail(respondJson({ message: "Forbidden" }, 403));
    await fixture.call("DELETE", `/triggers/${second.trigger.id}`);
    for (let hour = 0; hour < 26; hour++) {
      fixture.advance(HOUR);
      await fixture.work();
    }
    const [told] = await fixture.readEvents(watcher.trigger.id);
    expect(told).toMatchObject({
      type: "subscription.failing",
      subject: second.trigger.id,
      data: { message: expect.stringContaining("Remove it there") },
    });
    expect(app.hooks.size).toBe(1);
  });

  it("is not subscribed to twice if the process died while it was", async () => {
    const { app, fixture } = await createGitHub();
    const { trigger } = await fixture.create({ watch: ISSUES, actions: RUN });
    const { triggerStore } = fixture.parts;
    const stored = (await triggerStore.find(trigger.id))!.trigger;
    await triggerStore.save({
      ...stored,
      subscription: { status: "starting" },
      progress: { ...stored.progress, due: fixture.now() },
      revision: stored.revision + 1,
    });
    fixture.advance(1_000);
    await fixture.work();
    expect(app.hooks.size).toBe(1);
    const { body } = await fixture.call("GET", `/triggers/${trigger.id}`);
    expect(body.subscription.status).toBe("active");
  });

  it("fails after ten failed checks, and works again by itself", async () => {
    const { app, fixture } = await createGitHub();
    const watcher = await fixture.create({
      watch: { kind: "platform", types: ["subscription.failing"] },
      actions: RUN,
    });
    const { trigger } = await fixture.create({ watch: ISSUES, actions: RUN });
    app.fail(respondJson({ message: "Forbidden" }, 403));
    fixture.advance(DAY + HOUR);
    for (let check = 0; check < 10; check++) {
      await fixture.work();
      fixture.advance(2 * HOUR);
    }
    const failing = await fixture.call("GET", `/triggers/${trigger.id}`);
    expect(failing.body).toMatchObject({ status: "failing", last_error: { message: /Forbidden/ } });
    expect(await fixture.readEvents(watcher.trigger.id)).toHaveLength(1);
    app.fail(undefined);
    await fixture.work();
    expect((await fixture.call("GET", `/triggers/${trigger.id}`)).body.status).toBe("active");
  });
});

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
