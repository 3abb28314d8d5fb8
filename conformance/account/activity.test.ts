import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { respondJson } from "../fixtures/platform/tool-runner.ts";
import { type ActivityApp, startActivityApp } from "./fixtures/activity-app.ts";

let app: ActivityApp;

beforeEach(async () => {
  app = await startActivityApp();
});
afterEach(() => app.close());

const list = async (query = "", browser = app.owner): Promise<string[]> => {
  const { status, body } = await browser.api("GET", `/activity${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.map(({ run }: { run: string }) => run);
};
const read = async (path: string, browser = app.owner) =>
  (await browser.request("GET", path)).text();

describe("the list of runs", () => {
  it("has the runs of the account and of its end users, without arguments", async () => {
    const own = await app.run(await app.addKey(), "notes.read", { title: "canary-1" });
    const user = await app.run(await app.addKey({ name: "shop", user: "user_1" }));
    expect(await list()).toEqual([user, own]);
    const { body } = await app.owner.api("GET", "/activity");
    expect(body.data[0]).toMatchObject({
      tool: "notes.read",
      app: "notes",
      status: "succeeded",
      source: "api",
      requester: { kind: "key", name: "shop" },
      user: "user_1",
      connection: null,
    });
    expect(JSON.stringify(body)).not.toContain("canary-1");
    expect(await read("/activity")).toContain("shop for user_1");
  });

  it("filters by each property", async () => {
    const laptop = await app.addKey();
    const shop = await app.addKey({ name: "shop", user: "user_1" });
    const start = new Date(app.account.now()).toISOString();
    const first = await app.run(laptop);
    app.respondWith(respondJson({ error: "No" }, 400));
    const second = await app.run(shop, "notes.write");
    app.account.advance(60_000);
    const between = new Date(app.account.now()).toISOString();
    const third = await app.run(laptop);
    const cases: [string, string[]][] = [
      ["status=succeeded", [first]],
      ["status=failed", [third, second]],
      ["source=mcp", []],
      ["source=api", [third, second, first]],
      ["app=notes&tool=notes.write", [second]],
      [`key=${laptop.id}`, [third, first]],
      ["user=user_1", [second]],
      [`from=${between}`, [third]],
      [`to=${between}`, [second, first]],
      [`from=${start}&to=${between}&key=${laptop.id}`, [first]],
    ];
    for (const [query, runs] of cases)
      expect([query, await list(`?${query}`)]).toEqual([query, runs]);
  });

  it("continues after a page with the same filters only", async () => {
    const key = await app.addKey();
    const runs = [await app.run(key), await app.run(key), await app.run(key)];
    const { body } = await app.owner.api("GET", "/activity?limit=2");
    expect(body.data.map(({ run }: { run: string }) => run)).toEqual([runs[2], runs[1]]);
    const cursor = encodeURIComponent(body.next_cursor);
    expect(await list(`?limit=2&cursor=${cursor}`)).toEqual([runs[0]]);
    const other = await app.owner.api("GET", `/activity?status=failed&cursor=${cursor}`);
    expect([other.status, other.body.code]).toEqual([400, "invalid_input"]);
  });

  it("rejects a filter that doesn't exist or isn't a time", async () => {
    for (const query of ["status=odd", "source=odd", "from=yesterday", "to=2026-99-99T00:00:00Z"]) {
      const { status, body } = await app.owner.api("GET", `/activity?${query}`);
      expect([query, status, body.code]).toEqual([query, 400, "invalid_input"]);
      const page = await app.owner.request("GET", `/activity?${query}`);
      expect([query, page.status]).toEqual([query, 400]);
    }
  });

  it("finds a run by its ID, a tool, and an app on the page", async () => {
    const run = await app.run(await app.addKey());
    const found = await app.owner.request("GET", `/activity?q=${run}`);
    expect([found.status, found.headers.get("location")]).toEqual([303, `/activity/${run}`]);
    expect(await read("/activity?q=notes.read")).toContain(run);
    expect(await read("/activity?q=notes")).toContain(run);
    expect(await read("/activity?q=other")).toContain("No run matches");
    expect(await read("/activity?from=2026-11-22&to=2026-11-22")).toContain(run);
    expect(await read("/activity?to=2026-11-21")).toContain("No run matches");
  });
});

describe("a member who isn't an owner", () => {
  it("sees the runs of the account itself, and nothing of those of end users", async () => {
    const own = await app.run(await app.addKey());
    const user = await app.run(await app.addKey({ user: "user_1" }), "notes.write", {
      title: "canary-1",
    });
    const member = await app.account.addMember("Ben");
    expect(await list("", member)).toEqual([own]);
    expect(await list("?user=user_1", member)).toEqual([]);
    const { body: summary } = await member.api("GET", "/activity/summary");
    expect(summary.hours.at(-1).succeeded).toBe(1);
    expect((await member.api("GET", `/activity/${own}`)).status).toBe(200);
    const unknown = await member.api("GET", `/activity/run_${"0".repeat(32)}`);
    for (const attempt of [
      await member.api("GET", `/activity/${user}`),
      await member.api("POST", `/activity/${user}/again`, { confirmed: true }),
    ]) {
      expect(attempt.status).toBe(404);
      expect(attempt.body.detail).toBe(unknown.body.detail);
    }
    expect(await read(`/activity/${user}`, member)).not.toContain("canary-1");
    expect(app.requests).toHaveLength(2);
  });

  it("doesn't see the names of other people's keys", async () => {
    const key = await app.addKey({ name: "canary-2" });
    const run = await app.run(key);
    const member = await app.account.addMember("Ben");
    const { body } = await member.api("GET", `/activity/${run}`);
    expect(body.requester).toEqual({ kind: "key", id: key.id });
    expect(await read("/activity", member)).not.toContain("canary-2");
  });
});

describe("the summary", () => {
  it("counts the runs of 24 hours by hour and outcome", async () => {
    const key = await app.addKey();
    await app.run(key);
    app.account.advance(24 * 3_600_000);
    await app.run(key);
    app.account.advance(2 * 3_600_000);
    app.respondWith(respondJson({ error: "No" }, 400));
    await app.run(key);
    app.respondWith((_, response) => void response.destroy());
    await app.run(key, "notes.write");
    const { body } = await app.owner.api("GET", "/activity/summary");
    const none = { succeeded: 0, failed: 0, outcome_unknown: 0, unfinished: 0 };
    expect(body.hours).toHaveLength(24);
    expect(body.hours[21]).toMatchObject({ ...none, succeeded: 1 });
    expect(body.hours[23]).toMatchObject({ ...none, failed: 1, outcome_unknown: 1 });
    expect(body.hours.slice(0, 21)).toEqual(
      body.hours.slice(0, 21).map(({ from }: { from: string }) => ({ from, ...none })),
    );
    expect(body.complete).toBe(true);
    for (const path of ["/", "/activity"]) {
      const text = await read(path);
      expect(text).toContain("<b>3</b> runs in 24 hours");
      expect(text).toContain("<b>1</b> failed");
    }
  });
});

describe("a run", () => {
  it("has its arguments, its requests to the app and its own request", async () => {
    const key = await app.addKey({ user: "user_1" });
    const run = await app.run(key, "notes.write", { title: "It hums", access_token: "canary-3" });
    const { body } = await app.owner.api("GET", `/activity/${run}`);
    expect(body).toMatchObject({
      run,
      arguments: { title: "It hums", access_token: "[hidden]" },
      incomplete_arguments: ["access_token"],
      unsafe: true,
      response: { status_code: 200, media_type: "application/json" },
    });
    expect(body.attempts).toMatchObject([{ status_code: 200 }]);
    expect(app.account.logLines.some((line) => line.includes(body.request))).toBe(true);
    const text = await read(`/activity/${run}`);
    expect(text).toContain(body.request);
    expect(text).toContain(`/keys/${key.id}`);
    expect(text).toContain("Request 1 to the app: status 200");
    expect(text).not.toContain("canary-3");
  });

  it("has its result while it is stored", async () => {
    const key = await app.addKey();
    const client = app.account.openBrowser();
    const response = await client.request("POST", "/api/v1/tools/notes.read/run", {
      headers: { authorization: `Bearer ${key.secret}`, "content-type": "application/json" },
      body: JSON.stringify({ idempotency_key: "order-17" }),
    });
    const { run } = (await response.json()) as { run: string };
    const { body } = await app.owner.api("GET", `/activity/${run}`);
    expect(body.result).toEqual({ text: '{"id":1}', truncated: false });
    expect(await read(`/activity/${run}`)).toContain("{&quot;id&quot;:1}");
  });

  it("isn't found under a wrong ID", async () => {
    for (const id of ["run_1", `run_${"0".repeat(32)}`, "..%2fkeys"])
      expect((await app.owner.request("GET", `/activity/${id}`)).status).toBe(404);
  });
});

describe("running again", () => {
  it("repeats a safe run at once, for the same end user, and links to the first", async () => {
    const first = await app.run(await app.addKey({ user: "user_1" }), "notes.read", {
      title: "It hums",
    });
    app.account.advance(60_000);
    const { status, body } = await app.owner.api("POST", `/activity/${first}/again`);
    expect([status, body.again, body.status]).toEqual([201, first, "succeeded"]);
    expect(app.requests.at(-1)!.url).toBe("/notes?title=It%20hums");
    const { body: second } = await app.owner.api("GET", `/activity/${body.run}`);
    expect(second).toMatchObject({
      again: first,
      user: "user_1",
      source: "page",
      requester: { kind: "person", name: "Ada" },
    });
    expect(await read(`/activity/${body.run}`)).toContain(`href="/activity/${first}"`);
  });

  it.each([
    { name: "an unsafe run", tool: "notes.write", destroys: false },
    { name: "a run with an unknown outcome", tool: "notes.write", destroys: true },
  ])("repeats $name only after a confirmation", async ({ tool, destroys }) => {
    if (destroys) app.respondWith((_, response) => void response.destroy());
    const first = await app.run(await app.addKey(), tool);
    app.respondWith(respondJson({ id: 2 }));
    const count = app.requests.length;
    const refused = await app.owner.api("POST", `/activity/${first}/again`);
    expect([refused.status, refused.body.code]).toEqual([409, "confirmation_required"]);
    const form = await app.owner.form(`/activity/${first}/again`);
    expect(form.status).toBe(409);
    expect(app.requests).toHaveLength(count);
    const again = await app.owner.form(`/activity/${first}/again`, { confirmed: "true" });
    expect([again.status, again.headers.get("location")]).toEqual([
      303,
      expect.stringMatching(/^\/activity\/run_/),
    ]);
    expect(app.requests).toHaveLength(count + 1);
  });

  it("asks again for arguments that aren't stored whole, and never shows them", async () => {
    const first = await app.run(await app.addKey(), "notes.read", {
      title: `${"long ".repeat(400)}end`,
      access_token: "canary-4",
    });
    const count = app.requests.length;
    const refused = await app.owner.api("POST", `/activity/${first}/again`, {
      arguments: { title: "short" },
    });
    expect([refused.status, refused.body.code]).toEqual([409, "arguments_incomplete"]);
    expect(refused.body.errors).toMatchObject([{ pointer: "/arguments/access_token" }]);
    const page = await read(`/activity/${first}`);
    expect(page).toContain('name="a.access_token"');
    expect(page).toContain('name="a.title"');
    const form = await app.owner.form(`/activity/${first}/again`, { "a.access_token": "canary-5" });
    expect(form.status).toBe(400);
    expect(await form.text()).not.toContain("canary-5");
    expect(app.requests).toHaveLength(count);
    const again = await app.owner.form(`/activity/${first}/again`, {
      "a.title": "short",
      "a.access_token": "canary-6",
    });
    expect(again.status).toBe(303);
    expect(app.requests.at(-1)!.url).toBe("/notes?title=short");
    expect(app.account.logLines.join("\n")).not.toContain("canary");
  });

  it("sends a form that is sent twice once", async () => {
    const first = await app.run(await app.addKey());
    const key = /name="idempotency_key" value="([^"]+)"/.exec(
      await read(`/activity/${first}`),
    )![1]!;
    const count = app.requests.length;
    const locations = [];
    for (let press = 0; press < 2; press++) {
      const response = await app.owner.form(`/activity/${first}/again`, { idempotency_key: key });
      locations.push(response.headers.get("location"));
    }
    expect(locations[0]).toBe(locations[1]);
    expect(app.requests).toHaveLength(count + 1);
  });

  it("says why a run can't be repeated", async () => {
    const first = await app.run(await app.addKey(), "notes.read", { title: "It hums" });
    const { status, body } = await app.owner.api("POST", `/activity/${first}/again`, {
      arguments: { title: 7 },
    });
    expect([status, body.code]).toEqual([400, "invalid_input"]);
    expect(body.errors).toMatchObject([{ pointer: "/arguments/title" }]);
  });
});

it("shows hostile texts of runs as text", async () => {
  const hostile = '<img src=x onerror="x()">"><script>x()</script>';
  app.respondWith(respondJson({ error: { message: hostile } }, 422));
  const key = await app.addKey({ name: hostile, user: 'u"><b>' });
  const run = await app.run(key, "notes.read", { title: hostile });
  for (const path of ["/activity", `/activity/${run}`, "/"]) {
    const text = await read(path);
    expect([
      path,
      text.includes("<img"),
      text.includes("<script>x"),
      text.includes('<b>"'),
    ]).toEqual([path, false, false, false]);
  }
});
