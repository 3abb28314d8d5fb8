import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { createCatalogWriter } from "../../../adapters/catalog/build/catalog-writer.ts";
import { startOn } from "../../../adapters/runtime/start-on.ts";
import { LONG_NOTE, PICTURE } from "../app-servers.ts";
import { storedDataApps } from "../apps.ts";
import { type Deployment, MINUTE } from "../deployment.ts";
import {
  EXPECTED,
  PRODUCTS_FILE,
  REST,
  restoreData,
  withCurrentNames,
  without,
} from "../fixture.ts";

/** Returns a different value for one of a run's arguments. */
function changedArgument(runArguments: object): object {
  if ("id" in runArguments) return { id: "2" };
  return "page" in runArguments ? { page: 2 } : { text: "Other" };
}

/** Registers tests of the stored runs. */
export function testRuns(deployment: Deployment): void {
  const { it, expected, writtenAt, keyOf } = deployment;

  const runNamed = (name: string) => expected.runs.find((each: any) => each.name === name);

  it("reads stored runs and their results", async () => {
    const { services } = deployment;
    for (const { id, key, view, result } of expected.runs) {
      expect((await services.platform("GET", `/runs/${id}`, keyOf(key))).body).toEqual(view);
      const stored = await services.platform("GET", `/runs/${id}/result`, keyOf(key));
      if (result) expect(stored.body).toEqual(result);
      else expect(stored.status).toBe(404);
    }
    expect(runNamed("truncated").result).toMatchObject({ encoding: "text", data: LONG_NOTE });
    expect(runNamed("binary").result).toMatchObject({
      encoding: "base64",
      data: PICTURE.toString("base64"),
    });
    expect(expected.runs.map(({ name, view }: any) => [name, view.status])).toEqual([
      ["read", "succeeded"],
      ["page", "succeeded"],
      ["created once", "succeeded"],
      ["created for user 42", "succeeded"],
      ["truncated", "succeeded"],
      ["binary", "succeeded"],
      ["failed", "failed"],
      ["repeated", "succeeded"],
      ["limited", "failed"],
      ["lost", "outcome_unknown"],
      ["remote", "succeeded"],
      ["own remote", "succeeded"],
      ["in flight", "running"],
    ]);
    const { body } = await services.platform(
      "GET",
      "/runs?status=outcome_unknown",
      keyOf("laptop"),
    );
    expect(body.data.map(({ run }: any) => run)).toEqual([runNamed("lost").id]);
  });

  it("returns the stored run for its idempotency key, without sending a request", async () => {
    const { services, servers } = deployment;
    const before = servers.requests.length;
    const keyed = expected.runs.filter(
      ({ request, name }: any) => request.idempotency_key && name !== "in flight",
    );
    expect(keyed).toHaveLength(7);
    for (const { tool, request, key, answer } of keyed) {
      expect(
        (await services.platform("POST", `/tools/${tool}/run`, keyOf(key), request)).body,
      ).toEqual(answer);
      const other = await services.platform("POST", `/tools/${tool}/run`, keyOf(key), {
        ...request,
        arguments: {
          ...request.arguments,
          ...changedArgument(request.arguments),
        },
      });
      expect(other.body.code).toBe("idempotency_conflict");
    }
    expect(servers.requests).toHaveLength(before);
  });

  it("reports an unknown outcome for a run that was in flight when the program stopped", async () => {
    const { services, servers } = deployment;
    const { id, tool, request } = runNamed("in flight");
    const repeat = () => services.platform("POST", `/tools/${tool}/run`, keyOf("laptop"), request);
    // On SQLite, the lease ended at startup, because no other process used the file.
    if (deployment.services.sql.dialect.rateLimits)
      expect((await repeat()).body.code).toBe("request_in_flight");
    vi.setSystemTime(writtenAt + 10 * MINUTE);
    const before = servers.requests.length;
    await services.cleanUpRuns();
    expect((await services.platform("GET", `/runs/${id}`, keyOf("laptop"))).body).toMatchObject({
      status: "outcome_unknown",
      error: { code: "interrupted", retryable: false },
    });
    expect((await repeat()).body).toMatchObject({ run: id, status: "outcome_unknown" });
    expect(servers.requests).toHaveLength(before);
  });
}

/** Registers the test of the program itself, on SQLite and with the real time. */
export function testProgram(): void {
  it("starts with a DATA_DIR of 0.1.0, whatever the date", async () => {
    const { sqlite } = EXPECTED;
    const { dataDir, remove } = await restoreData("sqlite");
    const catalogFolder = join(dataDir, "compiled-apps");
    const writer = await createCatalogWriter(catalogFolder, "stored-data");
    for (const app of storedDataApps)
      await writer.addApp(
        { ...app, report: { tools: app.tools.length, schemas: 0, methods: 1, left: [], more: 0 } },
        "other",
        "test",
      );
    await writer.finish({ sources: [], left: [], reasons: {}, started: Date.now() });
    const env = {
      DATA_DIR: dataDir,
      CATALOG_DIR: catalogFolder,
      SITE_PRODUCTS: PRODUCTS_FILE,
      SITE_PORT: "0",
      PLATFORM: "on",
      PLATFORM_PORT: "0",
      LOG: "off",
      DATABASE_URL: "",
      SECRETS_KEY: "",
    };
    const program = await startOn(
      "node",
      [join(import.meta.dirname, "../../../adapters/start.ts")],
      {
        cwd: dataDir,
        env,
      },
    );
    try {
      const json = async (url: string, headers = {}): Promise<any> =>
        (await fetch(url, { headers })).json();
      const completed = sqlite.checkouts.find(({ name }: any) => name === "completed");
      const checkout = await json(`${program.url}${REST}/${completed.id}`);
      expect([checkout.id, checkout.status, checkout.totals]).toEqual([
        completed.id,
        "completed",
        completed.view.totals,
      ]);
      const directory = await json(`${program.url}/.well-known/http-message-signatures-directory`);
      // The older of the two keys is published only until a day after the rotation.
      expect(directory.keys.map(({ x }: any) => x)).toContain(sqlite.signingKeys[1].x);

      const api = /http:\/\/[\w.:]+(?=\/api\/v1\/apps)/.exec(
        await program.waitFor(/http:\/\/\S+\/api\/v1\/apps/),
      )![0];
      const headers = { authorization: `Bearer ${sqlite.keys[0].secret}` };
      const larder = await json(
        `${api}/api/v1/connections/${sqlite.connections["Larder"]}`,
        headers,
      );
      expect(without(larder, "last_used_at")).toEqual(
        without(
          withCurrentNames(sqlite.views).find(({ label }: any) => label === "Larder"),
          "last_used_at",
        ),
      );
      expect((await json(`${api}/api/v1/apps/granary`, headers)).tools_count).toBe(2);
    } finally {
      await program.stop();
      await remove();
    }
  });
}
