import { createHmac } from "node:crypto";
import { readSharedWebhooks } from "../../adapters/catalog/facts/app-webhooks.ts";
import { admin } from "../../core/index.ts";
import { createCompiledApp, createHeaderKeyMethod } from "../fixtures/platform/compiled-app.ts";
import { createTriggerFixture, type TriggerFixture } from "./trigger-fixture.ts";

export const RUN = [{ kind: "run", tool: "notes.list_notes" }];
export const SECRET = "8f742231b10e8888abcd99yyyzzz85a5";
export const HOUR = 3_600_000;
export const APPS = [...readSharedWebhooks().keys()];

/** A platform with the apps of the overlay and a Slack connection to the workspace T1. */
export async function createShared(options: Parameters<typeof createTriggerFixture>[0] = {}) {
  const fixture = await createTriggerFixture({
    ...options,
    createApps: (origin) =>
      APPS.map((slug) =>
        createCompiledApp(
          {
            slug,
            name: slug,
            description: "An app that sends events.",
            categories: ["communication"],
            auth: ["api_key"],
            base: origin,
            methods: [createHeaderKeyMethod("X-Key")],
          },
          [],
        ),
      ),
  });
  await fixture.addConnection("conn_slack", { app: "slack", routing: "T1" });
  return fixture;
}

export const storeSecret = (
  fixture: TriggerFixture,
  app: string,
  secret: string | undefined = SECRET,
) => {
  const { store, vault } = fixture.parts.options.connections.deps;
  return admin.storeSharedSecret({ store, vault, now: fixture.now }, app, secret);
};

export const createTrigger = async (
  fixture: TriggerFixture,
  type: string,
  overrides: object = {},
) => {
  const { trigger } = await fixture.create({
    watch: { kind: "app", type, ...overrides },
    actions: RUN,
  });
  return trigger.id as string;
};

interface SignedBody {
  /** Absent: unsigned. */
  readonly secret?: string | undefined;
  readonly time?: number;
}

const sendSigned = (
  fixture: TriggerFixture,
  { app, header }: { readonly app: string; readonly header: string },
  body: string,
  { secret, time = fixture.now() }: SignedBody,
) => {
  const timestamp = String(Math.floor(time / 1_000));
  const message = `v0:${timestamp}:${body}`;
  return fixture.request("POST", `/hooks/app/${app}`, {
    headers: {
      "content-type": "application/json",
      [`${header}-request-timestamp`]: timestamp,
      ...(secret !== undefined && {
        [`${header}-signature`]: `v0=${createHmac("sha256", secret).update(message).digest("hex")}`,
      }),
    },
    body,
  });
};

/** Sends a body as Slack does. */
export const sendSlack = (fixture: TriggerFixture, payload: object, options: SignedBody = {}) =>
  sendSigned(fixture, { app: "slack", header: "x-slack" }, JSON.stringify(payload), {
    secret: SECRET,
    ...options,
  });

/** Sends a body as Zoom does. */
export const sendZoom = (fixture: TriggerFixture, payload: object, options: SignedBody = {}) =>
  sendSigned(fixture, { app: "zoom", header: "x-zm" }, JSON.stringify(payload), {
    secret: SECRET,
    ...options,
  });

/** The example of Slack's documentation of `app_mention`, shortened. */
export const createMention = (overrides: object = {}) => ({
  token: "ZZZZZZWSxiZZZ2yIvs3peJ",
  team_id: "T1",
  api_app_id: "A123ABC456",
  event: {
    type: "app_mention",
    user: "W021FGA1Z",
    text: "You can count on <@U0LAN0Z89> for an honorable mention.",
    ts: "1515449483000108",
    channel: "C123ABC456",
  },
  type: "event_callback",
  event_id: "Ev123ABC456",
  event_time: 1515449483000108,
  authorizations: [{ team_id: "T1", user_id: "U0LAN0Z89", is_bot: true }],
  ...overrides,
});

export const readTypes = async (fixture: TriggerFixture, trigger: string) =>
  (await fixture.readEvents(trigger)).map(({ type }) => type);
