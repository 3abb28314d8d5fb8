import { KEYS } from "../fixtures/platform/keys.ts";
import { hasPathPrefix, type Mutation, withJson } from "./mutation.ts";

const API = "/api/v1";
const HOOKS = "/hooks/";

/** Sends requests with `secret` with the key that has all permissions instead. */
const asFullKey =
  (secret: string): Mutation["apply"] =>
  (_, request, unmodified) =>
    request.headers?.["authorization"] === `Bearer ${secret}`
      ? unmodified.send({
          ...request,
          headers: { ...request.headers, authorization: `Bearer ${KEYS.whole}` },
        })
      : undefined;

/** Changes the responses to requests whose path with query starts with `path`. */
const changeResponses =
  (path: string, change: (body: any) => void): Mutation["apply"] =>
  (response, request) =>
    hasPathPrefix(request, path) ? withJson(response, change) : undefined;

/** Defects in triggers, events and webhooks. */
export const triggerMutations: readonly Mutation[] = [
  {
    description: "a webhook accepted although its body was changed",
    failingTest: "/hooks/{address} › refuses a changed body",
    message: /the status/,
    apply: (response, request) =>
      hasPathPrefix(request, HOOKS) && response.status === 401 ? { status: 202 } : undefined,
  },
  {
    description: "a repeated delivery that makes another event",
    failingTest: "/hooks/{address} › accepts a delivery once",
    message: /the status/,
    apply: (_, request, unmodified) =>
      hasPathPrefix(request, HOOKS) && request.headers?.["x-github-delivery"]
        ? unmodified.send({
            ...request,
            headers: { ...request.headers, "x-github-delivery": crypto.randomUUID() },
          })
        : undefined,
  },
  {
    description: "an unknown address that is told from a malformed one",
    failingTest: "/hooks/{address} › treats a malformed address like an unknown one",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, `${HOOKS}short`)
        ? withJson(response, (body) => {
            body.error = "malformed";
          })
        : undefined,
  },
  {
    description: "another user's trigger in a response",
    failingTest: "getTrigger › hides the account's trigger from an end user's key",
    message: /the status/,
    apply: asFullKey(KEYS.user),
  },
  {
    description: "another user's event in a response",
    failingTest: "getEvent › hides the account's event from an end user's key",
    message: /the status/,
    apply: asFullKey(KEYS.user),
  },
  {
    description: "the data of an event for a key that only reads",
    failingTest: "getEvent › returns the data only to keys that may run tools",
    message: /./,
    apply: asFullKey(KEYS.reader),
  },
  {
    description: "the data of events in a list",
    failingTest: "listEvents › pages through the events of a trigger without their data",
    message: /./,
    apply: changeResponses(`${API}/events?`, (body) => {
      for (const event of body.data ?? []) event.data = { secret: "s3cret" };
    }),
  },
  {
    description: "a trigger that runs a tool of an app that its key may not use",
    failingTest: "createTrigger › rejects a tool that the key may not use",
    message: /the status/,
    apply: asFullKey(KEYS.limited),
  },
  {
    description: "a secret in a trigger",
    failingTest: "createTrigger › creates an address and a secret for webhooks",
    message: /./,
    apply: changeResponses(`${API}/triggers`, (body) => {
      if (body.secrets?.[0]) body.trigger.metadata.secret = body.secrets[0].secret;
    }),
  },
  {
    description: "a key that is accepted twice",
    failingTest: "fireTrigger › accepts a key once",
    message: /./,
    apply: (_, request, unmodified) => {
      const body = request.path.endsWith("/fire") && JSON.parse(String(request.body ?? "{}"));
      return body?.id
        ? unmodified.send({
            ...request,
            body: JSON.stringify({ ...body, id: crypto.randomUUID() }),
          })
        : undefined;
    },
  },
  {
    description: "a dry run that stores the event",
    failingTest: "fireTrigger › shows what would happen in a dry run",
    message: /./,
    apply: (_, request, unmodified) => {
      const body = request.path.endsWith("/fire") && JSON.parse(String(request.body ?? "{}"));
      return body?.dry_run
        ? unmodified.send({ ...request, body: JSON.stringify({ ...body, dry_run: false }) })
        : undefined;
    },
  },
];
