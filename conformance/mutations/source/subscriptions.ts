import type { SourceMutation } from "./source-mutation.ts";

/** Defects in subscriptions at apps. */
export const subscriptionMutations: readonly SourceMutation[] = [
  {
    description: "a second subscription after an edit",
    file: "core/platform/triggers/change-trigger.ts",
    find: "watch: { ...watched.watch },",
    replace: "watch: { ...watched.watch }, subscription: undefined,",
    testFile: "triggers/app-subscriptions.test.ts",
    failingTest:
      "an app that sends events › keeps its subscription when other parts of the trigger change",
  },
  {
    description: "a subscription that an interrupted attempt creates twice",
    file: "core/platform/triggers/subscriptions/maintain-subscription.ts",
    find: "const existing = wasTried ? await findExisting(client, known) : undefined;",
    replace: "const existing = wasTried ? undefined : await findExisting(client, known);",
    testFile: "triggers/app-subscriptions.test.ts",
    failingTest:
      "an app that sends events › is not subscribed to twice if the process died while it was",
  },
  {
    description: "a subscription that stays when its trigger is deleted",
    file: "core/platform/triggers/watch/app.ts",
    find: `    await client.send(known.webhooks.unsubscribe);
`,
    replace: "",
    testFile: "triggers/app-subscriptions.test.ts",
    failingTest:
      "an app that sends events › gets a subscription, whose signed events run tools, and which ends with the trigger",
  },
  {
    description: "a removal that is tried once",
    file: "core/platform/triggers/delete-trigger.ts",
    find: "if (now() < end && delay !== undefined) {",
    replace: "if (now() > end && delay !== undefined) {",
    testFile: "triggers/app-subscriptions.test.ts",
    failingTest:
      "an app that sends events › is asked for a day to remove the subscription of a deleted trigger",
  },
  {
    description: "a subscription that is renewed too late",
    file: "core/platform/triggers/subscriptions/maintain-subscription.ts",
    find: "  confirmed: now,\n});",
    replace: "  confirmed: now + 3 * DAY,\n});",
    testFile: "triggers/subscription-forms.test.ts",
    failingTest:
      "renews a subscription of Microsoft Graph at half of its life, and answers its validation",
  },
  {
    description: "a replaced subscription that goes on",
    file: "core/platform/triggers/subscriptions/maintain-subscription.ts",
    find: "await client.send(webhooks.unsubscribe).catch(() => undefined);",
    replace: "",
    testFile: "triggers/subscription-forms.test.ts",
    failingTest:
      "reads the list of a calendar after a notice, and replaces the channel before it ends",
  },
  {
    description: "a forgotten subscription that isn't created again",
    file: "core/platform/triggers/subscriptions/maintain-subscription.ts",
    find: `    : subscribe(client, known, false, now);
}`,
    replace: `    : { subscription: current };
}`,
    testFile: "triggers/app-subscriptions.test.ts",
    failingTest:
      "an app that sends events › is subscribed to again if it has forgotten the subscription",
  },
  {
    description: "a secret of the response that isn't used",
    file: "core/platform/triggers/subscriptions/save-subscription.ts",
    find: `signing: [{ secret }],
`,
    replace: `signing: [],
`,
    testFile: "triggers/subscription-forms.test.ts",
    failingTest: "stores the secret that Stripe creates",
  },
  {
    description: "a handshake that isn't echoed",
    file: "core/lib/webhooks/handshake.ts",
    find: "headers: { ...TEXT_HEADERS, [handshake.response.toLowerCase()]: value },",
    replace: "headers: TEXT_HEADERS,",
    testFile: "triggers/subscription-forms.test.ts",
    failingTest: "answers the handshake that Asana sends while the subscription is created",
  },
  {
    description: "a validation that isn't echoed",
    file: "core/lib/webhooks/handshake.ts",
    find: "headers: TEXT_HEADERS, body: challenge }",
    replace: 'headers: TEXT_HEADERS, body: "" }',
    testFile: "triggers/subscription-forms.test.ts",
    failingTest:
      "renews a subscription of Microsoft Graph at half of its life, and answers its validation",
  },
  {
    description: "a subscription whose events nobody signs for",
    file: "core/platform/triggers/subscriptions/app-client.ts",
    find: "secret: secrets.signing?.[0]?.secret,",
    replace: 'secret: "public",',
    testFile: "triggers/app-subscriptions.test.ts",
    failingTest:
      "an app that sends events › gets a subscription, whose signed events run tools, and which ends with the trigger",
  },
  {
    description: "a refused subscription whose trigger stays",
    file: "core/platform/triggers/subscriptions/maintain-subscription.ts",
    find: `  if (!created)
    throw new CheckFailure("upstream_not_found", "The app doesn't have what the arguments name.");
  const details = readResult(created.data, webhooks.result);`,
    replace: "  const details = readResult(created?.data, webhooks.result);",
    testFile: "triggers/app-subscriptions.test.ts",
    failingTest: "an app that sends events › rejects the trigger if it rejects the subscription",
  },
  {
    description: "a notice that changes nothing",
    file: "core/platform/triggers/watch/app.ts",
    find: 'status === "paused" ? undefined : { set: { progress: { ...progress, due: now() } } }',
    replace: 'status === "paused" || progress ? undefined : { set: {} }',
    testFile: "triggers/subscription-forms.test.ts",
    failingTest:
      "reads the list of a calendar after a notice, and replaces the channel before it ends",
  },
];

const SHARED = "triggers/shared-webhooks.test.ts";
const RECEIVE_SHARED = "core/platform/triggers/webhooks/receive-shared.ts";
const ADDRESS = "one address for all connections of a client";

/** Defects in the events of apps with one address for all connections. */
export const sharedWebhookMutations: readonly SourceMutation[] = [
  {
    description: "an event that reaches all connections of an app",
    file: "core/lib/app-webhooks/shared-webhooks.ts",
    find: "const routes = values.map(toRoute).filter((route) => route !== undefined);",
    replace:
      'const routes = [...values.map(toRoute).filter((route) => route !== undefined), "T2"];',
    testFile: SHARED,
    failingTest: `${ADDRESS} › passes signed events to the triggers of the workspace and of their type, once`,
  },
  {
    description: "an event that reaches triggers of another type",
    file: RECEIVE_SHARED,
    find: "senderTypeOf(known.type) === type",
    replace: "senderTypeOf(known.type) !== undefined",
    testFile: SHARED,
    failingTest: `${ADDRESS} › passes signed events to the triggers of the workspace and of their type, once`,
  },
  {
    description: "a secret that a stranger replaces with a first request",
    file: RECEIVE_SHARED,
    find: "if (await mayBringSecret(state, received.url, now())) {",
    replace: "if (state.waiting) {",
    testFile: SHARED,
    failingTest: `${ADDRESS} › keeps the secret that Notion sends within an hour, and only the first one`,
  },
  {
    description: "an app that isn't set up, and differs from an unknown one",
    file: RECEIVE_SHARED,
    find: "if (!webhooks || !scheme || !stored) return undefined;",
    replace: "if (!webhooks || !scheme) return undefined;",
    testFile: SHARED,
    failingTest: `${ADDRESS} › answers for an app that isn't set up as for an unknown one`,
  },
];
