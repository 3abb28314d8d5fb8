import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outbound } from "../../../adapters/outbound.ts";
import { openPlatform } from "../../../adapters/storage/open.ts";
import type { Connected } from "../../../core/platform/domain/connected.ts";
import type { ConnectionsForUse } from "../../../core/platform/runs/connections-for-use.ts";
import { createToolRuns } from "../../../core/platform/runs/create.ts";
import type { WantedRun } from "../../../core/platform/runs/tool-runs.ts";
import type { Shelf } from "../../../core/platform/shelf/shelf.ts";
import type { ApiKey } from "../../../core/ports/accounts.ts";
import type { AppRecord, AuthMethod, Binding, ToolRecord } from "../../../core/ports/apps.ts";

/** A request as the upstream saw it. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export type Upstream = (seen: Seen, response: ServerResponse) => unknown;

/** A server on loopback that notes what it is asked. */
export async function upstream(
  answer: Upstream,
): Promise<{ readonly origin: string; readonly seen: Seen[]; close(): Promise<void> }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("latin1").on("data", (piece: string) => (body += piece));
    request.on("end", () => {
      const one = { method: request.method!, url: request.url!, headers: request.headers, body };
      seen.push(one);
      void answer(one, response);
    });
    response.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An answer in JSON. */
export const answers =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Upstream =>
  (_, response) =>
    response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(value));

const bearer: AuthMethod = { id: "bearer", type: "bearer", fields: [], from: "document" };

/** An app at an address. */
export const appAt = (base: string, about: Partial<AppRecord> = {}): AppRecord => ({
  slug: "desk",
  name: "Desk",
  description: "",
  vendor: "desk.example",
  categories: [],
  kind: "http",
  auth: ["bearer"],
  tools: 1,
  verified: "unverified",
  methods: [bearer],
  base,
  baseFields: [],
  source: { origin: "added", document: "desk.json", retrievedAt: "2026-11-21T10:00:00Z" },
  ...about,
});

/** A tool that is carried out so. */
export const toolWith = (
  binding: Partial<Binding>,
  about: Partial<ToolRecord> = {},
): ToolRecord & { readonly binding: Binding } => ({
  name: "desk.do",
  title: "Do",
  description: "",
  input: { type: "object", properties: {} },
  annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: [],
  auth: ["bearer"],
  version: JSON.stringify([binding, about.input]),
  ...about,
  binding: { method: "GET", path: "/", slots: [], ...binding },
});

/** A connection by a token. */
export const connectedWith = (token: string, about: Partial<Connected> = {}): Connected => ({
  id: "conn_1",
  method: bearer,
  fields: {},
  secrets: { access_token: token },
  ...about,
});

export const KEY: ApiKey = {
  id: "key_1",
  account: "acc_1",
  name: "test",
  prefix: "jf_live_abcd",
  fingerprint: "",
  permissions: ["read", "run"],
  created: "2026-11-21T10:00:00Z",
};

/** A shelf with one tool on it. */
export const shelfOf = (record: AppRecord, tool: ToolRecord): Shelf =>
  ({
    toRun: async () => ({ isOwn: false, record, tool, connections: async () => 1 }),
  }) as unknown as Shelf;

/** Runs tools with a place of their own, a token, and loopback allowed. */
export async function runner({
  allow,
  connections,
  resolve,
}: {
  readonly allow: readonly string[];
  readonly connections?: Partial<ConnectionsForUse>;
  readonly resolve?: (name: string) => Promise<readonly string[]>;
}) {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-runs-"));
  const { accounts, runs: store, sql } = await openPlatform({ folder });
  const out = outbound({ allow, ...(resolve && { resolve }) });
  const faults: unknown[] = [];
  const waited: number[] = [];
  const runs = createToolRuns({
    store,
    outbound: out,
    connections: {
      use: async () => connectedWith("token-0123456789"),
      renewed: async (connected) => connected,
      ...connections,
    },
    now: Date.now,
    random: () => 0.5,
    wait: async (milliseconds) => void waited.push(milliseconds),
    fault: (error) => void faults.push(error),
  });
  return {
    runs,
    store,
    sql,
    faults,
    waited,
    run: (record: AppRecord, tool: ToolRecord, wanted: Partial<WantedRun> = {}) =>
      runs.run(KEY, shelfOf(record, tool), {
        tool: tool.name,
        given: {},
        timeoutMs: 5_000,
        mostBytes: 1_000_000,
        ...wanted,
      }),
    async close() {
      out.close();
      await accounts.close();
      rmSync(folder, { recursive: true });
    },
  };
}
