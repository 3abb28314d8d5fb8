import { describe, expect, it } from "vitest";
import { readSharedWebhooks } from "../../adapters/catalog/facts/app-webhooks.ts";
import { readWebhookSchemes } from "../../adapters/catalog/facts/webhook-schemes.ts";
import { createShared, createTrigger, RUN, storeSecret } from "./shared-platform.ts";
import type { TriggerFixture } from "./trigger-fixture.ts";

describe("a trigger of such an app", () => {
  const refuse = async (fixture: TriggerFixture, watch: object) => {
    const { status, body } = await fixture.call("POST", "/triggers", {
      name: "A",
      watch: { kind: "app", type: "slack.message", ...watch },
      actions: RUN,
    });
    expect(body.hint).toMatch(/.{10}/);
    return [status, body.code, body.errors?.[0].pointer];
  };

  it("needs the secret of the app, which its types need too", async () => {
    const fixture = await createShared();
    expect(await refuse(fixture, {})).toEqual([422, "signing_required", undefined]);
    const listTypes = async () => (await fixture.call("GET", "/apps/slack/triggers")).body.data;
    expect(await listTypes()).toEqual([]);
    await storeSecret(fixture, "slack");
    expect(await listTypes()).toContainEqual({
      type: "slack.message",
      kind: "app",
      title: "A message is posted where the app is a member",
      arguments: {},
      required: [],
    });
  });

  it("needs a connection that events can be told by, no arguments and no secret", async () => {
    const fixture = await createShared();
    await storeSecret(fixture, "slack");
    await fixture.addConnection("conn_old", { app: "slack" });
    expect(await refuse(fixture, { connection: "conn_old" })).toEqual([
      422,
      "subscription_refused",
      "/watch/connection",
    ]);
    const connection = "conn_slack";
    expect(await refuse(fixture, { connection, arguments: { channel: "C1" } })).toEqual([
      400,
      "invalid_input",
      "/watch/arguments/channel",
    ]);
    expect(await refuse(fixture, { connection, secret: "a-secret-of-mine" })).toEqual([
      400,
      "invalid_input",
      "/watch/secret",
    ]);
    expect(await refuse(fixture, { connection, type: "slack.messages" })).toEqual([
      400,
      "invalid_input",
      "/watch/type",
    ]);
  });

  it("can be renamed, fired and deleted", async () => {
    const fixture = await createShared();
    await storeSecret(fixture, "slack");
    const id = await createTrigger(fixture, "slack.message");
    const renamed = await fixture.call("PATCH", `/triggers/${id}`, {
      version: 1,
      name: "Other",
      watch: { kind: "app", type: "slack.message" },
    });
    expect(renamed.body.trigger).toMatchObject({ name: "Other", status: "active" });
    await fixture.call("POST", `/triggers/${id}/fire`, { data: { a: 1 } });
    await fixture.work();
    expect(await fixture.readEvents(id)).toMatchObject([{ status: "done" }]);
    expect((await fixture.call("DELETE", `/triggers/${id}`)).status).toBe(200);
  });
});

it("the overlay names schemes that exist, and types that are unique", () => {
  const schemes = readWebhookSchemes();
  for (const [, { scheme, types, routing }] of readSharedWebhooks()) {
    expect(schemes.has(scheme)).toBe(true);
    expect(routing.token ?? routing.request).toBeDefined();
    expect(new Set(types.map(({ name }) => name)).size).toBe(types.length);
  }
});
