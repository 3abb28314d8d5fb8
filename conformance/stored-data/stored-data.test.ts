import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsV4Signer } from "aws4fetch";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { appsCommand } from "../../adapters/apps.ts";
import { readAppFrom } from "../../adapters/catalog/add.ts";
import { createCatalogWriter } from "../../adapters/catalog/catalog-writer.ts";
import { keysCommand } from "../../adapters/keys.ts";
import { oauthClientsCommand } from "../../adapters/oauth-clients.ts";
import { startOn } from "../../adapters/runtime/runtimes.ts";
import { secretsCommand } from "../../adapters/secrets/command.ts";
import { signingKeyCommand } from "../../adapters/signing/command.ts";
import { openSigningKeys } from "../../adapters/signing/keys.ts";
import { DEFAULT_ACCOUNT, serializeCompiledApp } from "../../core/index.ts";
import { postgresSkipReason, startPostgres } from "../fixtures/postgres.ts";
import {
  type AppRequest,
  type AppServers,
  createAppServers,
  LONG_NOTE,
  PICTURE,
} from "./app-servers.ts";
import { storedDataApps } from "./apps.ts";
import { decryptAll, tablesOf } from "./encrypted-values.ts";
import { type Services, startServices } from "./services.ts";

const VERSION = join(import.meta.dirname, "0.1.0");
const EXPECTED = JSON.parse(readFileSync(join(VERSION, "expected.json"), "utf8"));
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const REST = "/agent/commerce/checkouts";
const UCP = "/agent/commerce/ucp/checkout-sessions";
const ACP = "/agent/commerce/acp/checkout_sessions";

const KINDS = [
  { kind: "sqlite", whyNot: undefined },
  { kind: "postgres", whyNot: postgresSkipReason() },
] as const;

/** Restores a copy of the stored data. */
async function restore(kind: "sqlite" | "postgres") {
  const dataDir = mkdtempSync(join(tmpdir(), "jackfield-stored-data-"));
  cpSync(join(VERSION, kind), dataDir, { recursive: true });
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  if (kind === "sqlite") return { dataDir, databaseUrl: undefined, remove: async () => remove() };
  const { url, drop } = await (await startPostgres()).database();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(readFileSync(join(VERSION, "postgres.sql"), "utf8"));
  await client.end();
  return {
    dataDir,
    databaseUrl: url,
    async remove() {
      await drop();
      remove();
    },
  };
}

const without = ({ ...value }: Record<string, any>, ...names: string[]) => {
  for (const name of names) delete value[name];
  return value;
};

/** Fields of API responses that were renamed after 0.1.0. */
const RENAMED_FIELDS: Readonly<Record<string, string>> = {
  auth_id: "auth_method",
  is_default: "default",
  is_own: "own",
};

/** Codes in API responses that were renamed after 0.1.0. A migration renames the stored ones. */
const RENAMED_CODES: Readonly<Record<string, string>> = {
  not_renewable: "not_refreshable",
  renewal_failing: "refresh_failing",
};

/** A response of 0.1.0 with the field names and codes of this version. */
const withCurrentNames = <Value>(response: Value): Value =>
  JSON.parse(JSON.stringify(response), function (name, value) {
    const newName = RENAMED_FIELDS[name];
    if (newName) this[newName] = value;
    if (newName) return undefined;
    return name === "code" ? (RENAMED_CODES[value] ?? value) : value;
  });

/** Objects whose property names come from apps and users. */
const NAMED_ELSEWHERE = new Set([
  "values",
  "fields",
  "secret",
  "arguments",
  "headers",
  "placements",
  "input",
  "$defs",
]);

/** The path of every property in a JSON value: `lines[].offer.id`. */
function propertyPaths(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => propertyPaths(each, `${path}[]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const own = path ? `${path}.${name}` : name;
    const isOpen = NAMED_ELSEWHERE.has(name) && !Array.isArray(member);
    return [own, ...(isOpen ? [] : propertyPaths(member, own))];
  });
}

/** Every property that is stored, encrypted or not, in the database and in the files of DATA_DIR. */
async function storedProperties(services: Services, dataDir: string): Promise<Set<string>> {
  const found = new Set<string>();
  const add = (where: string, value: unknown) => {
    for (const path of propertyPaths(value)) found.add(`${where}: ${path}`);
  };
  for (const [table, rows] of Object.entries(await tablesOf(services.sql))) {
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        found.add(`${table}: ${column}`);
        if (typeof value === "string" && value.startsWith("{") && column !== "result")
          add(`${table}.${column}`, JSON.parse(value));
      }
    }
  }
  for (const [name, value] of Object.entries(await decryptAll(services)))
    add(`${name.split(" ")[0]}.sealed`, value);
  for (const file of ["secrets-key.json", "signing-keys.json"])
    add(file, JSON.parse(readFileSync(join(dataDir, file), "utf8")));
  return found;
}

/** A different value for one of a run's arguments. */
function changedArgument(argumentsOfRun: object): object {
  if ("id" in argumentsOfRun) return { id: "2" };
  return "page" in argumentsOfRun ? { page: 2 } : { text: "Other" };
}

/** A checkout without the texts that each response generates. */
const facts = (checkout: unknown): unknown =>
  JSON.parse(
    JSON.stringify(checkout, (name, value) => {
      if (["message", "messages", "display_text", "terms", "disclosures", "links"].includes(name))
        return undefined;
      return name === "title" ? value.split(" (")[0] : value;
    }),
  );

describe.each(
  KINDS.map((each) => [`${each.kind}${each.whyNot ? ` (${each.whyNot})` : ""}`, each] as const),
)("data stored by 0.1.0 in %s", (_, { kind, whyNot }) => {
  const expected = EXPECTED[kind];
  const writtenAt = Date.parse(expected.writtenAt);
  const keyOf = (name: string): string =>
    expected.keys.find((key: any) => key.name === name).secret;
  const idOf = (label: string): string => expected.connections[label];
  let place: Awaited<ReturnType<typeof restore>>;
  let servers: AppServers;
  let services: Services;
  let properties: Set<string>;

  const start = async () => {
    services = await startServices({
      ...place,
      productsFile: join(VERSION, "products.json"),
      outbound: servers.outbound,
      authorize: servers.authorize,
    });
  };

  beforeAll(async () => {
    if (whyNot) return;
    // Stored data expires, so the test runs at the time when it was written.
    vi.useFakeTimers({ toFake: ["Date"], now: writtenAt });
    place = await restore(kind);
    servers = createAppServers("current");
    await start();
    properties = await storedProperties(services, place.dataDir);
  });
  afterAll(async () => {
    vi.useRealTimers();
    await services?.close();
    await place?.remove();
  });

  const on = (sentence: string, test: () => Promise<void>) =>
    it.skipIf(whyNot)(sentence, async () => {
      vi.setSystemTime(writtenAt);
      services.errors.length = 0;
      await test();
      expect(services.errors).toEqual([]);
    });

  const run = (
    tool: string,
    connection: string | undefined,
    { key = "laptop", args = { id: "1" } as object } = {},
  ) =>
    services.platform("POST", `/tools/${tool}/run`, keyOf(key), {
      arguments: args,
      ...(connection && { connection: idOf(connection) }),
    });
  const lastRequest = (): AppRequest => servers.requests.at(-1)!;

  on("lists connections with every stored field", async () => {
    const { body } = await services.platform("GET", "/connections?limit=100", keyOf("laptop"));
    const fields = (views: any[]) => views.map((view) => without(view, "reconnect_url"));
    expect(fields(body.data)).toEqual(fields(withCurrentNames(expected.views)));
    expect(body.data.map(({ label, status }: any) => [label, status])).toEqual([
      ["Signing in to Ember", "pending"],
      ["Signing in to Ferry", "pending"],
      ["Signing in to Quill", "pending"],
      ["Pending", "pending"],
      ["Failing renewal", "active"],
      ["Failed", "failed"],
      ["Expired", "expired"],
      ["Disabled", "disabled"],
      ["Granary sign-in", "active"],
      ["Granary key", "active"],
      ["Ember of 42", "active"],
      ["Ember", "active"],
      ["Drift", "active"],
      ["Cairn", "active"],
      ["Pylon", "active"],
      ["Mosaic of 42", "active"],
      ["Mosaic", "active"],
      ["Larder", "active"],
      ["Beacon", "active"],
      ["Ferry", "active"],
      ["Willow", "active"],
      ["Quill home", "active"],
      ["Quill work", "active"],
    ]);
  });

  on("decrypts every stored secret to what was encrypted", async () => {
    expect(await decryptAll(services)).toEqual(expected.plaintexts);
    expect(Object.keys(expected.plaintexts)).toHaveLength(25);
    const { data_keys: keys } = await tablesOf(services.sql);
    expect(keys!.map(({ account }) => account).sort()).toEqual(["*", "acc_default"]);
  });

  on(
    "accepts every stored API key with its permissions, and rejects revoked and expired ones",
    async () => {
      const statuses = async (name: string) => {
        const key = keyOf(name);
        const connect = await services.platform("POST", "/apps/drift/connect", key, {});
        return [
          (await services.platform("GET", "/apps", key)).status,
          connect.status,
          (
            await services.platform("POST", "/tools/drift.get_note/run", key, {
              arguments: { id: "1" },
            })
          ).status,
        ];
      };
      expect(await statuses("laptop")).toEqual([200, 200, 200]);
      expect(await statuses("reader")).toEqual([200, 403, 403]);
      expect(await statuses("connector")).toEqual([403, 200, 403]);
      expect(await statuses("runner")).toEqual([403, 403, 200]);
      expect(await statuses("quill only")).toEqual([200, 403, 200]);
      expect(await statuses("user 42")).toEqual([200, 200, 200]);
      expect(await statuses("expiring")).toEqual([200, 403, 403]);
      expect(await statuses("revoked")).toEqual([401, 401, 401]);
      expect((await services.platform("GET", "/apps", keyOf("revoked"))).body.code).toBe(
        "key_revoked",
      );
      // Keys that are limited to apps or to an end user see only those.
      expect((await services.platform("GET", "/apps/larder", keyOf("quill only"))).status).toBe(
        403,
      );
      const { body: own } = await services.platform(
        "GET",
        "/connections?status=active&limit=100",
        keyOf("user 42"),
      );
      expect(own.data.map(({ label, user }: any) => [label, user])).toEqual([
        ["Ember of 42", "42"],
        ["Mosaic of 42", "42"],
      ]);
      vi.setSystemTime(writtenAt + 91 * DAY);
      expect((await services.platform("GET", "/apps", keyOf("expiring"))).body.code).toBe(
        "key_expired",
      );
      expect((await services.platform("GET", "/apps", keyOf("laptop"))).status).toBe(200);
    },
  );

  on("lists stored keys, apps and OAuth clients on the command line", async () => {
    const options = {
      databaseUrl: place.databaseUrl,
      dataFolder: place.dataDir,
      secretsKey: undefined,
      platform: undefined,
    };
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    expect(await keysCommand(["list"], options, { print, info: print })).toBe(0);
    expect(await appsCommand(["list"], options, print)).toBe(0);
    expect(await appsCommand(["clients"], options, print)).toBe(0);
    const output = lines.join("\n");
    for (const { id, name } of expected.keys)
      expect(output).toMatch(new RegExp(`${id} +${name} +jf_live_`));
    expect(output).toMatch(/granary +added 2026-11-20 09:00\norchard +added 2026-11-20 09:00\n/);
    expect(lines.at(-1)).toBe("acc_default/granary\nquill\nwillow");
  });

  on("sends each connection's stored credentials to its app", async () => {
    const authorizationOf = async (
      tool: string,
      connection: string,
      options?: Parameters<typeof run>[2],
    ) => {
      const { status, body } = await run(tool, connection, options);
      expect([connection, status, body.status]).toEqual([connection, 200, "succeeded"]);
      return lastRequest().headers["authorization"];
    };
    const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
    expect(await authorizationOf("quill.get_note", "Quill work")).toBe(
      "Bearer quill_access_stored_1",
    );
    expect(await authorizationOf("quill.get_note", "Quill home")).toBe(
      "Bearer quill_access_stored_2",
    );
    expect(await authorizationOf("willow.get_note", "Willow")).toBe(
      "Bearer willow_access_stored_3",
    );
    expect(await authorizationOf("ferry.get_note", "Ferry")).toBe("Bearer ferry_access_stored_4");
    expect(await authorizationOf("beacon.get_note", "Beacon")).toBe(
      "Bearer beacon_access_stored_5",
    );
    expect(await authorizationOf("mosaic.get_note", "Mosaic")).toBe(
      basic("ann:mosaic_password_of_the_test"),
    );
    expect(await authorizationOf("mosaic.get_note", "Mosaic of 42", { key: "user 42" })).toBe(
      basic("bob:mosaic_password_of_user_42"),
    );
    expect(await authorizationOf("pylon.get_note", "Pylon")).toBe("Bearer pylon_token_of_the_test");
    expect(await authorizationOf("drift.get_note", "Drift")).toBeUndefined();
    expect(await authorizationOf("granary.get_note", "Granary sign-in")).toBe(
      "Bearer granary_access_stored_8",
    );
    expect(await authorizationOf("willow.get_note", "Failing renewal")).toBe(
      "Bearer willow_access_stored_10",
    );
    expect(await authorizationOf("ember.write_note", "Ember", { args: { text: "a" } })).toBe(
      "Bearer ember_access_stored_6",
    );
    expect(
      await authorizationOf("ember.write_note", "Ember of 42", {
        key: "user 42",
        args: { text: "a" },
      }),
    ).toBe("Bearer ember_access_stored_7");

    await run("granary.get_note", "Granary key");
    expect([lastRequest().url.href, lastRequest().headers["x-granary-key"]]).toEqual([
      "https://api.granary.example/v1/notes/1",
      "granary_key_of_the_test",
    ]);

    await run("larder.get_note", "Larder");
    expect(lastRequest().url.href).toBe(
      "https://acme.larder.example/v1/notes/1?api_secret=larder_secret_of_the_test",
    );
    expect(lastRequest().headers).toMatchObject({
      "x-api-key": "Key larder_key_of_the_test",
      "x-version": "2",
    });

    await run("cairn.get_note", "Cairn");
    const { url, headers } = lastRequest();
    const signer = new AwsV4Signer({
      url: url.href,
      headers: { accept: headers["accept"]! },
      accessKeyId: "AKIAIOSFODNN7EXAMPLE",
      secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
      sessionToken: "cairn_session_of_the_test",
      service: "cairn",
      region: "eu-west-1",
    });
    expect(headers["authorization"]).toBe((await signer.sign()).headers.get("authorization"));

    // Without a named connection, the default is used. An inactive one is rejected with its
    // reconnect link.
    await run("quill.get_note", undefined);
    expect(lastRequest().headers["authorization"]).toBe("Bearer quill_access_stored_1");
    for (const [tool, connection] of [
      ["quill.get_note", "Expired"],
      ["pylon.get_note", "Disabled"],
    ] as const) {
      expect((await run(tool, connection)).body.code).toBe("connection_inactive");
    }
  });

  on("calls the tools of stored own apps", async () => {
    for (const { app, tools } of withCurrentNames(expected.apps)) {
      const { body } = await services.platform("GET", `/apps/${app.id}`, keyOf("laptop"));
      expect(without(body, "connections_count")).toEqual(without(app, "connections_count"));
      for (const tool of tools) {
        const { body } = await services.platform("GET", `/tools/${tool.name}`, keyOf("laptop"));
        expect(without(body, "source", "connection")).toEqual(
          without(tool, "source", "connection"),
        );
      }
    }
    await services.platform("POST", "/tools/granary.create_note/run", keyOf("laptop"), {
      arguments: { text: "Grain", label: { name: "Dry" } },
      connection: "Granary key",
    });
    expect([lastRequest().method, lastRequest().url.href, lastRequest().form]).toEqual([
      "POST",
      "https://api.granary.example/v1/notes",
      { text: "Grain", label: { name: "Dry" } },
    ]);
    const { body } = await run("orchard.pick_apples", undefined, { args: { count: 2 } });
    expect(body).toMatchObject({ status: "succeeded", data: "Called Pick-Apples." });
  });

  on("finishes sign-ins that were pending", async () => {
    const finish = async (label: string, query = "") => {
      const { app, link, browserCookie, cookie, state } = expected.pendingSignIns.find(
        (each: any) => each.label === label,
      );
      const response = await services.fetchPlatform(
        `/oauth/callback?code=code_stored&state=${encodeURIComponent(state)}${query}`,
        { headers: { cookie } },
      );
      expect([label, response.status]).toEqual([label, 303]);
      const token = lastRequest();
      expect(
        (await services.platform("GET", `/connections/${idOf(label)}`, keyOf("laptop"))).body
          .status,
      ).toBe("active");
      expect(
        await (await services.fetchPlatform(link, { headers: { cookie: browserCookie } })).text(),
      ).toContain(label);
      await run(`${app}.${app === "ember" ? "write_note" : "get_note"}`, label, {
        args: app === "ember" ? { text: "a" } : { id: "1" },
      });
      expect(lastRequest().headers["authorization"]).toMatch(
        new RegExp(`^Bearer ${app}_access_current_\\d+$`),
      );
      return { token, location: response.headers.get("location") };
    };
    const verifiers = Object.values<any>(expected.plaintexts).flatMap(({ verifier, client }) =>
      verifier ? [[client.id, verifier]] : [],
    );
    const verifierOf = Object.fromEntries(verifiers);
    const redirect = {
      grant_type: "authorization_code",
      code: "code_stored",
      redirect_uri: "http://127.0.0.1:4200/oauth/callback",
    };
    const quill = await finish("Signing in to Quill");
    expect(quill.location).toBe(
      `http://localhost:5000/back?from=jackfield&connection=${idOf("Signing in to Quill")}&status=active`,
    );
    expect(quill.token.form).toEqual({
      ...redirect,
      code_verifier: verifierOf["quill_operator_client"],
      client_id: "quill_operator_client",
      client_secret: "quill_operator_secret",
    });
    const ferry = await finish("Signing in to Ferry");
    expect([ferry.token.form, ferry.token.headers["authorization"]]).toEqual([
      redirect,
      `Basic ${Buffer.from("ferry_pending_client:ferry_pending_secret").toString("base64")}`,
    ]);
    const ember = await finish(
      "Signing in to Ember",
      "&iss=https%3A%2F%2Fauth.ember.example%2Ftenant",
    );
    expect([ember.token.url.href, ember.token.form]).toEqual([
      "https://auth.ember.example/token",
      {
        ...redirect,
        code_verifier: verifierOf["ember_client_stored_1"],
        resource: "https://mcp.ember.example/mcp",
      },
    ]);
  });

  on("opens a connect link that nobody had opened, until it expires", async () => {
    const link = `http://127.0.0.1:4200${expected.pendingLink}`;
    vi.setSystemTime(writtenAt + 16 * MINUTE);
    expect((await services.browser().open(link)).html).not.toContain("<form");
    vi.setSystemTime(writtenAt);
    const browser = services.browser();
    await browser.submit(await browser.open(link), {
      f_username: "zoe",
      f_password: "a new password",
    });
    expect(
      (await services.platform("GET", `/connections/${idOf("Pending")}`, keyOf("laptop"))).body
        .status,
    ).toBe("active");
  });

  on("signs in with the stored OAuth clients instead of registering new ones", async () => {
    const before = servers.requests.length;
    for (const app of ["ember", "quill", "willow"]) {
      const { body } = await services.platform(
        "POST",
        `/apps/${app}/connect`,
        keyOf("user 42"),
        {},
      );
      const browser = services.browser();
      await browser.submit(await browser.open(body.url));
      expect(
        (await services.platform("GET", `/connections/${body.connection.id}`, keyOf("user 42")))
          .body.status,
      ).toBe("active");
    }
    const made = servers.requests.slice(before);
    expect(made.filter(({ url }) => url.pathname === "/register")).toEqual([]);
    const tokens = made.filter(({ url }) => url.pathname === "/token");
    expect(tokens[0]!.headers["authorization"]).toBe(
      `Basic ${Buffer.from("ember_client_stored_1:ember_client_secret_stored_1").toString("base64")}`,
    );
    expect(tokens[1]!.form).toMatchObject({
      client_id: "quill_operator_client",
      client_secret: "quill_operator_secret",
    });
    expect(tokens[2]!.form).toMatchObject({ client_id: "willow_operator_client" });
    expect(tokens[2]!.form["client_secret"]).toBeUndefined();
  });

  on("reads stored runs and their results", async () => {
    for (const { id, key, view, result } of expected.runs) {
      expect((await services.platform("GET", `/runs/${id}`, keyOf(key))).body).toEqual(view);
      const stored = await services.platform("GET", `/runs/${id}/result`, keyOf(key));
      if (result) expect(stored.body).toEqual(result);
      else expect(stored.status).toBe(404);
    }
    const resultOf = (name: string) => expected.runs.find((each: any) => each.name === name).result;
    expect(resultOf("truncated")).toMatchObject({ encoding: "text", data: LONG_NOTE });
    expect(resultOf("binary")).toMatchObject({
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
    expect(body.data.map(({ run }: any) => run)).toEqual([
      expected.runs.find(({ name }: any) => name === "lost").id,
    ]);
  });

  on(
    "answers a stored run's idempotency key with the stored run, without sending anything",
    async () => {
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
    },
  );

  on(
    "reports a run that was in flight when the program ended as one with an unknown outcome",
    async () => {
      const { id, tool, request } = expected.runs.find(({ name }: any) => name === "in flight");
      const repeat = () =>
        services.platform("POST", `/tools/${tool}/run`, keyOf("laptop"), request);
      expect((await repeat()).body.code).toBe("request_in_flight");
      vi.setSystemTime(writtenAt + 10 * MINUTE);
      const before = servers.requests.length;
      await services.tidyRuns();
      expect((await services.platform("GET", `/runs/${id}`, keyOf("laptop"))).body).toMatchObject({
        status: "outcome_unknown",
        error: { code: "interrupted", retryable: false },
      });
      expect((await repeat()).body).toMatchObject({ run: id, status: "outcome_unknown" });
      expect(servers.requests).toHaveLength(before);
    },
  );

  on("reads stored checkouts in every state", async () => {
    const statuses: Record<string, string> = {};
    for (const { name, id, view, ucpView, acpView } of expected.checkouts) {
      if (!view) continue;
      const { body } = await services.site("GET", `${REST}/${id}`);
      expect(facts(body)).toEqual(facts(view));
      const { body: ucp } = await services.site("GET", `${UCP}/${id}`, {
        headers: { "ucp-agent": 'profile="https://agent.example/profile.json"' },
      });
      expect(facts(ucp)).toEqual(facts(ucpView));
      const { body: acp } = await services.site("GET", `${ACP}/${id}`, {
        headers: { "api-version": "2026-04-17" },
      });
      expect(facts(acp)).toEqual(facts(acpView));
      statuses[name] = body.status;
    }
    expect(statuses).toEqual({
      expired: "expired",
      open: "requires_escalation",
      "open, with a credential": "requires_escalation",
      "open over UCP": "requires_escalation",
      "open over ACP": "requires_escalation",
      completed: "completed",
      failed: "payment_failed",
      canceled: "canceled",
      changed: "requires_escalation",
    });
  });

  on("answers a stored checkout's idempotency key with the stored answer", async () => {
    const keyed = expected.checkouts.filter(
      ({ request, answer }: any) =>
        answer.status < 300 &&
        (request.body.idempotency_key ?? request.headers?.["idempotency-key"]),
    );
    expect(keyed.map(({ path }: any) => path).sort()).toEqual([
      ACP,
      REST,
      REST,
      REST,
      UCP,
      UCP,
      UCP,
      UCP,
      UCP,
    ]);
    const rows = (await tablesOf(services.sql))["checkouts"]!.length;
    for (const { id, path, request, answer, view } of keyed) {
      const again = await services.site("POST", path, request);
      if (path === REST) expect([again.body.id, facts(again.body)]).toEqual([id, facts(view)]);
      else expect({ status: again.status, body: again.body }).toEqual(answer);
      if (path === ACP) expect(again.headers.get("idempotent-replayed")).toBe("true");
      const changed =
        path === REST
          ? { ...request.body, quantity: 3 }
          : { ...request.body, line_items: [{ ...request.body.line_items[0], quantity: 3 }] };
      const conflict = await services.site("POST", path, { ...request, body: changed });
      expect([path, conflict.status]).toEqual([path, path === UCP ? 409 : 422]);
    }
    expect((await tablesOf(services.sql))["checkouts"]).toHaveLength(rows);
  });

  on("continues checkouts that a crash had interrupted", async () => {
    const checkoutOf = (name: string) => expected.checkouts.find((each: any) => each.name === name);
    const opening = checkoutOf("opening");
    const { body: opened } = await services.site("POST", REST, opening.request);
    expect([opened.id, opened.status, URL.canParse(opened.continue_url)]).toEqual([
      opening.id,
      "requires_escalation",
      true,
    ]);

    const { body: changed } = await services.site("GET", `${REST}/${checkoutOf("changing").id}`);
    expect([changed.status, changed.lines.map(({ offer }: any) => offer)]).toEqual([
      "requires_escalation",
      ["lamp"],
    ]);
    // The payment provider receives the same idempotency key for the same order.
    const orders = (await tablesOf(services.sql))["sandbox_payments"]!.map(({ key }) => key);
    expect(orders).toContain(`order:${opening.id}-1`);
    expect(orders).toContain(`order:${changed.id}-2`);

    const { body: canceled } = await services.site("GET", `${REST}/${checkoutOf("canceling").id}`);
    expect(canceled.status).toBe("canceled");

    const processing = `${REST}/${checkoutOf("processing").id}`;
    expect((await services.site("GET", processing)).body.status).toBe("complete_in_progress");
    vi.setSystemTime(writtenAt + MINUTE);
    expect((await services.site("GET", processing)).body).toMatchObject({
      status: "completed",
      totals: { total: 1500 },
    });
  });

  on("takes the payment of a stored open checkout, and shows stored receipts", async () => {
    const completed = expected.checkouts.find(({ name }: any) => name === "completed");
    const receipt = await services.site("GET", completed.receipt);
    expect(receipt.body).toContain("buyer@shop.example");
    expect(receipt.body).toContain("4242");
    const { id, view } = expected.checkouts.find(({ name }: any) => name === "open");
    const browser = services.browser();
    const address = {
      email: "new@shop.example",
      name: "New Buyer",
      street: "Low Street 2",
      postal_code: "12345",
      city: "Town",
      country: "DE",
    };
    await browser.submit(await browser.open(view.continue_url), {
      ...address,
      card_number: "4242424242424242",
      card_expiry: "12 / 34",
      card_code: "123",
    });
    expect((await services.site("GET", `${REST}/${id}`)).body).toMatchObject({
      status: "completed",
      order: { id: `ord_${id.slice(4, 16)}` },
    });
    vi.setSystemTime(writtenAt + 2 * DAY);
    expect((await services.site("GET", completed.receipt)).body).not.toContain(
      "buyer@shop.example",
    );
  });

  on("remembers payment events that were handled", async () => {
    expect([
      await services.storage.hasEvent("stripe:evt_stored_1"),
      await services.storage.hasEvent("stripe:evt_stored_2"),
    ]).toEqual([true, false]);
  });

  on("publishes the stored signing keys and signs with them", async () => {
    const { body } = await services.site("GET", "/.well-known/http-message-signatures-directory");
    const published: any = typeof body === "string" ? JSON.parse(body) : body;
    expect(published.keys.map(({ x }: any) => x).sort()).toEqual(
      expected.signingKeys.map(({ x }: any) => x).sort(),
    );
    const [first] = (await openSigningKeys(place.dataDir, () => {})).publishedKeys();
    expect({ id: first!.id, x: first!.x }).toEqual(expected.signingKeys[0]);
    const signature = await crypto.subtle.sign("Ed25519", first!.privateKey, Buffer.from("signed"));
    const publicKey = await crypto.subtle.importKey(
      "jwk",
      { kty: "OKP", crv: "Ed25519", x: expected.signingKeys[0].x },
      "Ed25519",
      false,
      ["verify"],
    );
    expect(await crypto.subtle.verify("Ed25519", publicKey, signature, Buffer.from("signed"))).toBe(
      true,
    );
  });

  on("re-encrypts the stored data keys on rotation, and every secret stays readable", async () => {
    const wrapped = async () =>
      (await tablesOf(services.sql))["data_keys"]!.map((row) => row["wrapped"] as string);
    const [secrets, before] = [await decryptAll(services), await wrapped()];
    await services.close();
    const keyFile = join(place.dataDir, "secrets-key.json");
    expect(
      await secretsCommand(
        ["rotate"],
        { databaseUrl: place.databaseUrl, dataFolder: place.dataDir, secretsKey: undefined },
        () => {},
      ),
    ).toBe(0);
    const { keys } = JSON.parse(readFileSync(keyFile, "utf8"));
    expect(keys).toHaveLength(2);
    writeFileSync(keyFile, JSON.stringify({ keys: keys.slice(0, 1) }));
    await start();
    expect(await decryptAll(services)).toEqual(secrets);
    const after = await wrapped();
    expect(after.filter((each) => before.includes(each))).toEqual([]);
    await run("larder.get_note", "Larder");
    expect(lastRequest().headers["x-api-key"]).toBe("Key larder_key_of_the_test");
  });

  on("refreshes expired tokens with the stored refresh tokens and clients", async () => {
    vi.setSystemTime(writtenAt + 120 * MINUTE);
    const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
    const refresh = async (
      app: string,
      connection: string,
      options?: Parameters<typeof run>[2],
    ) => {
      const before = servers.requests.length;
      const { body } = await run(
        `${app}.${app === "ember" ? "write_note" : "get_note"}`,
        connection,
        options,
      );
      expect([connection, body.status]).toEqual([connection, "succeeded"]);
      expect(lastRequest().headers["authorization"]).toMatch(
        new RegExp(`^Bearer ${app}_access_current_\\d+$`),
      );
      return servers.requests.slice(before).find(({ url }) => url.pathname.endsWith("/token"))!;
    };
    const quill = { client_id: "quill_operator_client", client_secret: "quill_operator_secret" };
    expect((await refresh("quill", "Quill work")).form).toEqual({
      grant_type: "refresh_token",
      refresh_token: "quill_refresh_stored_1",
      ...quill,
    });
    expect((await refresh("quill", "Quill home")).form).toEqual({
      grant_type: "refresh_token",
      refresh_token: "quill_refresh_stored_2",
      ...quill,
    });
    expect((await refresh("willow", "Willow")).form).toEqual({
      grant_type: "refresh_token",
      refresh_token: "willow_refresh_stored_3",
      client_id: "willow_operator_client",
    });
    const ferry = await refresh("ferry", "Ferry");
    expect([ferry.form["refresh_token"], ferry.headers["authorization"]]).toEqual([
      "ferry_refresh_stored_4",
      basic("ferry_entered_client:ferry_entered_secret"),
    ]);
    const beacon = await refresh("beacon", "Beacon");
    expect([beacon.form, beacon.headers["authorization"]]).toEqual([
      { grant_type: "client_credentials", scope: "notes:read notes:write" },
      basic("beacon_entered_client:beacon_entered_secret"),
    ]);
    const ember = await refresh("ember", "Ember", { args: { text: "a" } });
    expect([
      ember.url.href,
      ember.form["refresh_token"],
      ember.form["resource"],
      ember.headers["authorization"],
    ]).toEqual([
      "https://auth.ember.example/token",
      "ember_refresh_stored_6",
      "https://mcp.ember.example/mcp",
      basic("ember_client_stored_1:ember_client_secret_stored_1"),
    ]);
    const granary = await refresh("granary", "Granary sign-in");
    expect([granary.url.href, granary.form["refresh_token"], granary.form["client_id"]]).toEqual([
      "https://login.granary.example/refresh/token",
      "granary_refresh_stored_8",
      "granary_operator_client",
    ]);
  });

  on("uses an operator's new client secret for stored connections", async () => {
    vi.setSystemTime(writtenAt + 120 * MINUTE);
    const options = {
      databaseUrl: place.databaseUrl,
      dataFolder: place.dataDir,
      secretsKey: undefined,
      origin: "http://127.0.0.1:4200",
    };
    expect(
      await oauthClientsCommand(
        ["configure", "granary", "--own", "--client-id", "granary_operator_client"],
        options,
        { print: () => {}, readSecret: async () => "a_new_secret" },
      ),
    ).toBe(0);
    expect(
      (
        await services.platform(
          "POST",
          `/connections/${idOf("Granary sign-in")}/test`,
          keyOf("laptop"),
        )
      ).body.ok,
    ).toBe(true);
    expect(lastRequest().form).toMatchObject({
      client_id: "granary_operator_client",
      client_secret: "a_new_secret",
    });
  });

  on("counts on from the stored failures of a connection", async () => {
    const before = expected.views.find(({ label }: any) => label === "Failing renewal");
    servers.routes.set("login.willow.example/token", () => ({ status: 503, body: {} }));
    const { body } = await services.platform(
      "POST",
      `/connections/${idOf("Failing renewal")}/test`,
      keyOf("laptop"),
    );
    servers.routes.delete("login.willow.example/token");
    // 30 seconds after the first failure, one minute after the second.
    expect(body.connection.next_refresh_at).toBe(new Date(writtenAt + MINUTE).toISOString());
    expect(body.connection.status_reason).toMatchObject({
      code: "refresh_failing",
      at: before.status_reason.at,
    });
  });

  on("revokes a stored sign-in when its connection is deleted", async () => {
    for (const [label, url] of [
      ["Ember of 42", "https://auth.ember.example/revoke"],
      ["Ferry", "https://login.ferry.example/revoke"],
    ] as const) {
      const before = servers.requests.length;
      expect(
        (await services.platform("DELETE", `/connections/${idOf(label)}`, keyOf("laptop"))).body
          .status,
      ).toBe("revoked");
      await vi.waitFor(() =>
        expect(servers.requests.slice(before).map((request) => request.url.href)).toEqual([url]),
      );
    }
    const { connections } = await tablesOf(services.sql);
    expect(
      connections!.filter(({ status }) => status === "revoked").map(({ sealed }) => sealed),
    ).toEqual([null, null, null]);
  });

  on("registers a new OAuth client when the stored one has expired", async () => {
    vi.setSystemTime(Date.parse("2026-12-19T23:59:30Z"));
    const { body } = await services.platform("POST", "/apps/ember/connect", keyOf("laptop"), {});
    const browser = services.browser();
    const before = servers.requests.length;
    await browser.submit(await browser.open(body.url));
    expect(servers.requests.slice(before).map(({ url }) => url.pathname)).toContain("/register");
  });

  on("stores new data under the names that 0.1.0 used", async () => {
    const options = {
      databaseUrl: place.databaseUrl,
      dataFolder: place.dataDir,
      secretsKey: undefined,
      platform: undefined,
    };
    const quiet = () => {};
    expect(
      await keysCommand(
        [
          "create",
          "--name",
          "new",
          "--permissions",
          "read",
          "--apps",
          "quill",
          "--user",
          "7",
          "--expires",
          "9d",
        ],
        options,
        { print: quiet, info: quiet },
      ),
    ).toBe(0);
    // By then, the stored rotation is complete.
    vi.setSystemTime(writtenAt + 180 * MINUTE);
    expect(await signingKeyCommand(["rotate"], { dataFolder: place.dataDir }, quiet)).toBe(0);
    vi.setSystemTime(writtenAt);
    expect(
      await appsCommand(
        ["add", join(import.meta.dirname, "granary.json"), "--as", "granary_new"],
        options,
        quiet,
      ),
    ).toBe(0);
    const orchard = await readAppFrom("https://mcp.orchard.example/mcp", {
      outbound: servers.outbound,
      slug: "orchard_new",
    });
    if ("refused" in orchard) throw new Error(orchard.why);
    await services.accounts.saveApp({
      account: DEFAULT_ACCOUNT,
      slug: "orchard_new",
      added: new Date().toISOString(),
      compiled: serializeCompiledApp(orchard),
    });

    const label = { label: "New", scopes: ["notes:read"], return_url: "http://localhost:5000/" };
    const browser = services.browser();
    browser.stopUrl = "https://auth.ember.example";
    const { body: begun } = await services.platform(
      "POST",
      "/apps/ember/connect",
      keyOf("laptop"),
      label,
    );
    await browser.submit(await browser.open(begun.url));
    const { body: own } = await services.platform(
      "POST",
      "/apps/granary/connect",
      keyOf("laptop"),
      { auth_method: "api_key" },
    );
    const person = services.browser();
    await person.submit(await person.open(own.url), { f_granary_key: "granary_key_new" });

    for (const args of [{ id: "limited" }, { id: "missing" }, { id: "long" }]) {
      await services.platform("POST", "/tools/drift.get_note/run", keyOf("laptop"), {
        arguments: args,
        max_bytes: 1000,
        idempotency_key: `new ${args.id}`,
      });
    }
    await services.platform("POST", "/tools/larder.list_notes/run", keyOf("laptop"), {
      arguments: {},
      idempotency_key: "new page",
    });

    const ucp = { "ucp-agent": 'profile="https://agent.example/profile.json"' };
    const lines = (id: string) => ({ line_items: [{ item: { id }, quantity: 1 }] });
    await services.site("POST", REST, {
      body: { offer: "club", quantity: 1, idempotency_key: "new" },
    });
    const { body: checkout } = await services.site("POST", UCP, {
      headers: { ...ucp, "idempotency-key": "new" },
      body: lines("print"),
    });
    const { body: changed } = await services.site("PUT", `${UCP}/${checkout.id}`, {
      headers: { ...ucp, "idempotency-key": "newer" },
      body: lines("lamp"),
    });
    await services.site("POST", ACP, {
      headers: { "api-version": "2026-04-17", "idempotency-key": "new" },
      body: { line_items: [{ id: "print", quantity: 1 }], capabilities: {} },
    });
    const buyer = services.browser();
    const address = {
      email: "new@shop.example",
      name: "New Buyer",
      street: "Low Street 2",
      postal_code: "12345",
      city: "Town",
      country: "DE",
    };
    await buyer.submit(await buyer.open(changed.continue_url), {
      ...address,
      card_number: "4000000000001109",
      card_expiry: "12 / 34",
      card_code: "123",
    });

    const added = [...(await storedProperties(services, place.dataDir))].filter(
      (path) => !properties.has(path),
    );
    expect(added).toEqual([]);
  });
});

it("starts the program on a DATA_DIR of 0.1.0, at any date", async () => {
  const { sqlite } = EXPECTED;
  const { dataDir, remove } = await restore("sqlite");
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
    SITE_PRODUCTS: join(VERSION, "products.json"),
    SITE_PORT: "0",
    PLATFORM: "on",
    PLATFORM_PORT: "0",
    LOG: "off",
    DATABASE_URL: "",
    SECRETS_KEY: "",
  };
  const program = await startOn("node", [join(import.meta.dirname, "../../adapters/start.ts")], {
    cwd: dataDir,
    env,
  });
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
    // The newer of the two keys. The older one is published until a day after the rotation.
    expect(directory.keys.map(({ x }: any) => x)).toContain(sqlite.signingKeys[1].x);

    const api = /http:\/\/[\w.:]+(?=\/api\/v1\/apps)/.exec(
      await program.waitFor(/http:\/\/\S+\/api\/v1\/apps/),
    )![0];
    const headers = { authorization: `Bearer ${sqlite.keys[0].secret}` };
    const larder = await json(`${api}/api/v1/connections/${sqlite.connections["Larder"]}`, headers);
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
