import { createHmac } from "node:crypto";
import {
  createCompiledApp,
  createHeaderKeyMethod,
  objectSchema,
} from "../fixtures/platform/compiled-app.ts";
import { respondJson, type UpstreamHandler } from "../fixtures/platform/tool-runner.ts";
import { createTriggerFixture, type TriggerFixture } from "./trigger-fixture.ts";

/** An app of the overlay, whose API is the fixture's. */
export const createOverlayApp =
  (slug: string, tool?: { path: string; arguments: string[] }) => (origin: string) => [
    createCompiledApp(
      {
        slug,
        name: slug,
        description: "An app that sends events.",
        categories: ["developer_tools"],
        auth: ["api_key"],
        base: origin,
        methods: [createHeaderKeyMethod("X-Key")],
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
export interface Hook {
  readonly id: number;
  readonly body: any;
}

/** An app that stores hooks below a path: GitHub's way, which most apps have in common. */
export function createHookApp(path: string, options: { readonly idPrefix?: string } = {}) {
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

export const createGitHub = async () => {
  const app = createHookApp("/repos/octocat/hello/hooks");
  const fixture = await createTriggerFixture({
    handler: app.handler,
    createApps: createOverlayApp("github"),
  });
  await fixture.addConnection("conn_github", { app: "github" });
  return { app, fixture };
};
export const ISSUES = {
  kind: "app",
  type: "github.issues",
  arguments: { owner: "octocat", repo: "hello" },
};

/** Sends an event as GitHub does. */
export function sendIssue(
  fixture: TriggerFixture,
  { body: hook }: Hook,
  id: string,
  secret?: string,
) {
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
