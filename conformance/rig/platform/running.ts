import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOutbound } from "../../../adapters/outbound.ts";
import { openPlatformStores } from "../../../adapters/storage/open.ts";
import type { DecryptedConnection } from "../../../core/platform/domain/connected.ts";
import type { RunConnections } from "../../../core/platform/runs/connections-for-use.ts";
import { createRunService } from "../../../core/platform/runs/create.ts";
import type { RunRequest } from "../../../core/platform/runs/tool-runs.ts";
import type { CatalogView } from "../../../core/platform/shelf/shelf.ts";
import type { ApiKey } from "../../../core/ports/accounts.ts";
import type { AppRecord, AuthMethod, HttpBinding, ToolRecord } from "../../../core/ports/apps.ts";

/** A request as the upstream saw it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export type UpstreamHandler = (received: ReceivedRequest, response: ServerResponse) => unknown;

/** A server on loopback that notes what it is asked. */
export async function startUpstream(handler: UpstreamHandler): Promise<{
  readonly origin: string;
  readonly requests: ReceivedRequest[];
  close(): Promise<void>;
}> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("latin1").on("data", (piece: string) => (body += piece));
    request.on("end", () => {
      const one = { method: request.method!, url: request.url!, headers: request.headers, body };
      requests.push(one);
      void handler(one, response);
    });
    response.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An answer in JSON. */
export const respondJson =
  (value: unknown, status = 200, headers: Record<string, string> = {}): UpstreamHandler =>
  (_, response) =>
    response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(value));

const bearerMethod: AuthMethod = { id: "bearer", type: "bearer", fields: [], from: "document" };

/** An app at an address. */
export const createApp = (base: string, overrides: Partial<AppRecord> = {}): AppRecord => ({
  slug: "desk",
  name: "Desk",
  description: "",
  vendor: "desk.example",
  categories: [],
  kind: "http",
  auth: ["bearer"],
  tools: 1,
  verified: "unverified",
  methods: [bearerMethod],
  base,
  baseFields: [],
  source: { origin: "added", document: "desk.json", retrievedAt: "2026-11-21T10:00:00Z" },
  ...overrides,
});

/** A tool that is carried out so. */
export const createTool = (
  binding: Partial<HttpBinding>,
  overrides: Partial<ToolRecord> = {},
): ToolRecord & { readonly binding: HttpBinding } => ({
  name: "desk.do",
  title: "Do",
  description: "",
  input: { type: "object", properties: {} },
  annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: [],
  auth: ["bearer"],
  version: JSON.stringify([binding, overrides.input]),
  ...overrides,
  binding: { method: "GET", path: "/", slots: [], ...binding },
});

/** A connection by a token. */
export const createConnected = (
  token: string,
  overrides: Partial<DecryptedConnection> = {},
): DecryptedConnection => ({
  id: "conn_1",
  method: bearerMethod,
  fields: {},
  secrets: { access_token: token },
  ...overrides,
});

export const API_KEY: ApiKey = {
  id: "key_1",
  account: "acc_1",
  name: "test",
  prefix: "jf_live_abcd",
  fingerprint: "",
  permissions: ["read", "run"],
  created: "2026-11-21T10:00:00Z",
};

/** A shelf with one tool on it. */
export const createSingleToolView = (record: AppRecord, tool: ToolRecord): CatalogView =>
  ({
    toolForRun: async () => ({ isOwn: false, record, tool, countConnections: async () => 1 }),
  }) as unknown as CatalogView;

/** Runs tools with a place of their own, a token, and loopback allowed. */
export async function createRunner({
  allow,
  connections,
  resolve,
}: {
  readonly allow: readonly string[];
  readonly connections?: Partial<RunConnections>;
  readonly resolve?: (name: string) => Promise<readonly string[]>;
}) {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-runs-"));
  const { accounts, runs: store, sql } = await openPlatformStores({ folder });
  const out = createOutbound({ allow, ...(resolve && { resolve }) });
  const faults: unknown[] = [];
  const waited: number[] = [];
  const runs = createRunService({
    store,
    outbound: out,
    connections: {
      use: async () => createConnected("token-0123456789"),
      refresh: async (connected) => connected,
      ...connections,
    },
    now: Date.now,
    random: () => 0.5,
    wait: async (milliseconds) => void waited.push(milliseconds),
    onError: (error) => void faults.push(error),
  });
  return {
    runs,
    store,
    sql,
    faults,
    waited,
    run: (record: AppRecord, tool: ToolRecord, expected: Partial<RunRequest> = {}) =>
      runs.run(API_KEY, createSingleToolView(record, tool), {
        tool: tool.name,
        input: {},
        timeoutMs: 5_000,
        maxBytes: 1_000_000,
        ...expected,
      }),
    async close() {
      out.close();
      await accounts.close();
      rmSync(folder, { recursive: true });
    },
  };
}
