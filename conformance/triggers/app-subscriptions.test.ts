import { describe, expect, it } from "vitest";
import { cleanUpAccount } from "../../core/platform/account/operator.ts";
import { createAuditEntry } from "../../core/platform/auth/audit-entry.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import { respondJson } from "../fixtures/platform/tool-runner.ts";
import { createGitHub, ISSUES, sendIssue } from "./hook-app.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const RUN = [{ kind: "run", tool: "notes.list_notes" }];

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
