import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { admin } from "../../core/index.ts";
import {
  createMention,
  createShared,
  createTrigger,
  HOUR,
  RUN,
  readTypes,
  SECRET,
  sendSlack,
  sendZoom,
  storeSecret,
} from "./shared-platform.ts";
import type { TriggerFixture } from "./trigger-fixture.ts";

describe("one address for all connections of a client", () => {
  it("passes signed events to the triggers of the workspace and of their type, once", async () => {
    const fixture = await createShared();
    await storeSecret(fixture, "slack");
    await fixture.addConnection("conn_other", { app: "slack", routing: "T2" });
    const mentions = await createTrigger(fixture, "slack.app_mention", {
      connection: "conn_slack",
    });
    const messages = await createTrigger(fixture, "slack.message", { connection: "conn_slack" });
    const others = await createTrigger(fixture, "slack.app_mention", { connection: "conn_other" });
    const response = await sendSlack(fixture, createMention());
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect((await sendSlack(fixture, createMention())).status).toBe(200);
    await fixture.work();
    expect(await fixture.readEvents(mentions)).toMatchObject([
      {
        type: "slack.app_mention",
        key: "Ev123ABC456",
        app: "slack",
        connection: "conn_slack",
        verified: true,
        status: "done",
        data: { body: { event: { channel: "C123ABC456" } } },
      },
    ]);
    expect(await fixture.readEvents(messages)).toEqual([]);
    expect(await fixture.readEvents(others)).toEqual([]);
    expect(fixture.errors).toEqual([]);
  });

  it("answers for an app that isn't set up as for an unknown one", async () => {
    const fixture = await createShared();
    const responses = await Promise.all(
      ["slack", "nothing", "github", "__proto__"].map(async (app) => {
        const response = await fixture.request("POST", `/hooks/app/${app}`, { body: "{}" });
        return [response.status, await response.text()];
      }),
    );
    const unknown = await fixture.request("POST", `/hooks/${"a".repeat(38)}`, { body: "{}" });
    const expected = [unknown.status, await unknown.text()];
    expect(expected[0]).toBe(404);
    expect(responses).toEqual([expected, expected, expected, expected]);
  });

  it("refuses wrong signatures, changed bodies and old requests", async () => {
    const fixture = await createShared();
    await storeSecret(fixture, "slack");
    const trigger = await createTrigger(fixture, "slack.app_mention");
    const refuse = async (response: Response) => {
      expect(response.status).toBe(401);
      return (await response.json()).error;
    };
    expect(
      await refuse(await sendSlack(fixture, createMention(), { secret: "wrong-secret" })),
    ).toBe("signature_mismatch");
    const old = { time: fixture.now() - 301_000 };
    expect(await refuse(await sendSlack(fixture, createMention(), old))).toBe(
      "timestamp_outside_tolerance",
    );
    const unsigned = await fixture.request("POST", "/hooks/app/slack", {
      body: JSON.stringify(createMention()),
    });
    expect(await refuse(unsigned)).toBe("signature_missing");
    const large = await fixture.request("POST", "/hooks/app/slack", {
      body: "a".repeat(1_100_000),
    });
    expect(large.status).toBe(413);
    expect(await fixture.readEvents(trigger)).toEqual([]);
  });

  it("answers the challenges of Slack and Zoom", async () => {
    const fixture = await createShared();
    await storeSecret(fixture, "slack");
    await storeSecret(fixture, "zoom");
    const slack = await sendSlack(fixture, {
      token: "Jhj5dZrVaK7ZwHHjRyZWjbDl",
      challenge: "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P",
      type: "url_verification",
    });
    expect(await slack.text()).toBe("3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P");
    const zoom = await sendZoom(fixture, {
      payload: { plainToken: "qgg8vlvZRS6UYooatFL8Aw" },
      event_ts: 1654503849680,
      event: "endpoint.url_validation",
    });
    expect(await zoom.json()).toEqual({
      plainToken: "qgg8vlvZRS6UYooatFL8Aw",
      encryptedToken: createHmac("sha256", SECRET).update("qgg8vlvZRS6UYooatFL8Aw").digest("hex"),
    });
  });

  it("signs nothing for strangers", async () => {
    const fixture = await createShared();
    await storeSecret(fixture, "zoom");
    const event = '{"event":"meeting.deleted","payload":{"account_id":"a"}}';
    const time = String(Math.floor(fixture.now() / 1000));
    for (const plainToken of [`v0:${time}:${event}`, "qgg8vlvZRS6UYooatFL8Aw"]) {
      const challenge = { event: "endpoint.url_validation", payload: { plainToken } };
      const response = await sendZoom(fixture, challenge, { secret: undefined });
      expect([response.status, await response.json()]).toEqual([
        401,
        { error: "signature_missing" },
      ]);
    }
  });

  it("accepts the old secret for a day after it was replaced", async () => {
    const fixture = await createShared();
    await storeSecret(fixture, "slack", "the-old-secret");
    await storeSecret(fixture, "slack");
    const send = async (secret: string) =>
      (await sendSlack(fixture, createMention(), { secret })).status;
    expect([await send("the-old-secret"), await send(SECRET)]).toEqual([200, 200]);
    fixture.advance(24 * HOUR + 1);
    expect([await send("the-old-secret"), await send(SECRET)]).toEqual([401, 200]);
  });

  it("keeps the secret that Notion sends within an hour, and only the first one", async () => {
    const fixture = await createShared();
    await storeNothing(fixture);
    const { store, vault } = fixture.parts.options.connections.deps;
    const readStored = () => admin.readSharedSecrets({ store, vault }, "notion");
    const readToken = async () => (await readStored())!.state.waiting!.token;
    const shake = async (token: string, setup: string) =>
      (
        await fixture.request("POST", `/hooks/app/notion?setup=${setup}`, {
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ verification_token: token }),
        })
      ).status;
    const first = await readToken();
    fixture.advance(HOUR + 1);
    expect(await shake("secret_too_late", first)).toBe(401);
    await storeNothing(fixture);
    const second = await readToken();
    expect(await shake("secret_of_a_stranger", first)).toBe(401);
    expect(await shake("secret_of_a_stranger", "")).toBe(401);
    await storeNothing(fixture);
    expect(await readToken()).toBe(second);
    expect(await shake("secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl", second)).toBe(200);
    expect(await shake("secret_of_somebody_else", second)).toBe(401);
    const stored = await readStored();
    expect(stored?.state).toEqual({
      secrets: [{ secret: "secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl" }],
    });
    expect(stored?.encrypted).not.toContain("tMrlL1qK5");
  });

  it("passes an event of Notion to the connections that have access", async () => {
    const fixture = await createShared();
    await storeSecret(fixture, "notion");
    await fixture.addConnection("conn_a", { app: "notion", routing: "bot-a" });
    await fixture.addConnection("conn_b", { app: "notion", routing: "bot-b" });
    const [a, b] = [
      await createTrigger(fixture, "notion.page.created", { connection: "conn_a" }),
      await createTrigger(fixture, "notion.page.created", { connection: "conn_b" }),
    ];
    const body = JSON.stringify({
      id: "367cba44-b6f3-4c92-81e7-6a2e9659efd4",
      timestamp: "2024-12-05T23:55:34.285Z",
      workspace_id: "13950b26-c203-4f3b-b97d-93ec06319565",
      type: "page.created",
      accessible_by: [
        { id: "556a1abf-4f08-40c6-878a-75890d2a88ba", type: "person" },
        { id: "bot-a", type: "bot" },
      ],
      entity: { id: "153104cd-477e-809d-8dc4-ff2d96ae3090", type: "page" },
    });
    const signature = createHmac("sha256", SECRET).update(body).digest("hex");
    const response = await fixture.request("POST", "/hooks/app/notion", {
      headers: { "x-notion-signature": `sha256=${signature}` },
      body,
    });
    expect(response.status).toBe(200);
    expect(await readTypes(fixture, a)).toEqual(["notion.page.created"]);
    expect(await readTypes(fixture, b)).toEqual([]);
  });

  it("splits the list of HubSpot by portal and type", async () => {
    const fixture = await createShared();
    await storeSecret(fixture, "hubspot");
    await fixture.addConnection("conn_1", { app: "hubspot", routing: "33" });
    await fixture.addConnection("conn_2", { app: "hubspot", routing: "44" });
    const first = await createTrigger(fixture, "hubspot.contact.changed", { connection: "conn_1" });
    const second = await createTrigger(fixture, "hubspot.deal.created", { connection: "conn_2" });
    const createItem = (eventId: number, portalId: number, subscriptionType: string) => ({
      eventId,
      subscriptionId: 25,
      portalId,
      appId: 1160452,
      occurredAt: 1462216307945,
      subscriptionType,
      attemptNumber: 0,
      objectId: 1246965,
    });
    const body = JSON.stringify([
      createItem(1, 33, "contact.propertyChange"),
      createItem(2, 33, "contact.propertyChange"),
      createItem(3, 33, "deal.creation"),
      createItem(4, 44, "deal.creation"),
      createItem(5, 55, "deal.creation"),
    ]);
    const time = String(fixture.now());
    const url = `${fixture.origin}/hooks/app/hubspot`;
    const signature = createHmac("sha256", SECRET)
      .update(`POST${url}${body}${time}`)
      .digest("base64");
    const response = await fixture.request("POST", "/hooks/app/hubspot", {
      headers: {
        "content-type": "application/json",
        "x-hubspot-signature-v3": signature,
        "x-hubspot-request-timestamp": time,
      },
      body,
    });
    expect(response.status).toBe(200);
    expect((await fixture.readEvents(first)).map(({ key }) => key)).toEqual(["1", "2"]);
    expect((await fixture.readEvents(second)).map(({ key }) => key)).toEqual(["4"]);
  });

  it("refuses a request with more events than the limit", async () => {
    const fixture = await createShared({ limits: { eventsPerRequest: 2 } });
    await storeSecret(fixture, "hubspot");
    const body = JSON.stringify(Array.from({ length: 3 }, (_, eventId) => ({ eventId })));
    const time = String(fixture.now());
    const signature = createHmac("sha256", SECRET)
      .update(`POST${fixture.origin}/hooks/app/hubspot${body}${time}`)
      .digest("base64");
    const response = await fixture.request("POST", "/hooks/app/hubspot", {
      headers: {
        "content-type": "application/json",
        "x-hubspot-signature-v3": signature,
        "x-hubspot-request-timestamp": time,
      },
      body,
    });
    expect([response.status, await response.json()]).toEqual([
      413,
      { error: "too_many_events", events: 3, max_events: 2 },
    ]);
  });

  it("reports a gap to a full account, and never asks the app to repeat events for it", async () => {
    const fixture = await createShared({ limits: { waitingEvents: 1 } });
    await storeSecret(fixture, "slack");
    const trigger = await createTrigger(fixture, "slack.app_mention");
    const watch = { kind: "platform", types: ["trigger.gap"] };
    const { trigger: gaps } = await fixture.create({ watch, actions: RUN });
    expect((await sendSlack(fixture, createMention())).status).toBe(200);
    fixture.advance(6_000);
    expect((await sendSlack(fixture, createMention({ event_id: "Ev2" }))).status).toBe(200);
    expect(await fixture.readEvents(trigger)).toHaveLength(1);
    expect(await fixture.readEvents(gaps.id)).toMatchObject([
      {
        type: "trigger.gap",
        data: {
          trigger,
          message:
            "Jackfield dropped 1 event of slack because the account has too many waiting events.",
        },
      },
    ]);
  });

  it("drops events that only one user of the workspace may see", async () => {
    const fixture = await createShared();
    await storeSecret(fixture, "slack");
    const trigger = await createTrigger(fixture, "slack.app_mention");
    const authorizations = [{ team_id: "T1", user_id: "U1", is_bot: false }];
    expect((await sendSlack(fixture, createMention({ authorizations }))).status).toBe(200);
    expect(await fixture.readEvents(trigger)).toEqual([]);
  });

  it("stores the events of a paused trigger, and drops those of an inactive connection", async () => {
    const fixture = await createShared();
    await storeSecret(fixture, "slack");
    const trigger = await createTrigger(fixture, "slack.app_mention");
    await fixture.call("POST", `/triggers/${trigger}/pause`, {});
    await sendSlack(fixture, createMention());
    expect(await fixture.readEvents(trigger)).toMatchObject([
      { status: "canceled", reason: { code: "paused" } },
    ]);
    await fixture.call("POST", `/triggers/${trigger}/resume`);
    await fixture.call("DELETE", "/connections/conn_slack");
    expect((await sendSlack(fixture, createMention({ event_id: "Ev2" }))).status).toBe(200);
    expect(await fixture.readEvents(trigger)).toHaveLength(1);
  });
});

const storeNothing = (fixture: TriggerFixture) => {
  const { store, vault } = fixture.parts.options.connections.deps;
  return admin.storeSharedSecret({ store, vault, now: fixture.now }, "notion", undefined);
};
