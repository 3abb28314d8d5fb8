import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPlatformParts } from "../../../adapters/platform.ts";
import type { Connecting } from "../../../core/index.ts";
import {
  ACCOUNT,
  createPlatform,
  newKey,
  type Permission,
  type RequestEntry,
  toFetch,
} from "../../../core/index.ts";
import type { ApiKey } from "../../../core/ports/accounts.ts";
import type { AppRecord } from "../../../core/ports/apps.ts";
import { createMemoryCatalog } from "../platform/catalogue.ts";
import { type Browser, createBrowser } from "./browser.ts";

export const ORIGIN = "http://127.0.0.1:4200";

/** A platform without a port, in a place of its own, with these apps. */
export interface TestPlatform {
  readonly folder: string;
  readonly connecting: Connecting;
  readonly key: ApiKey;
  /** Asks the API; the parsed answer. */
  api(
    method: string,
    path: string,
    body?: unknown,
    options?: { readonly secret?: string },
  ): Promise<{ status: number; body: any }>;
  /** Makes another key. */
  createKey(
    expected: Partial<Pick<ApiKey, "permissions" | "user" | "apps">>,
  ): Promise<{ key: ApiKey; secret: string }>;
  openBrowser(): Browser;
  /** Where the service is, for those who ask it by themselves. */
  readonly serve: (request: Request) => Promise<Response>;
  /** All that was logged. */
  readonly logLines: string[];
  /** Everything that the API has answered. */
  readonly responseBodies: string[];
  /** Revokes a key. */
  revokeKey(id: string): Promise<unknown>;
  /** Moves its clock on, in milliseconds. */
  advance(milliseconds: number): void;
  close(options?: { readonly keep?: boolean }): Promise<void>;
}

export async function startTestPlatform(
  apps: readonly AppRecord[],
  {
    allow,
    folder = mkdtempSync(join(tmpdir(), "jackfield-")),
    url,
    origin = ORIGIN,
    returnOrigins,
  }: {
    readonly allow: readonly string[];
    readonly folder?: string;
    readonly url?: string;
    readonly origin?: string;
    readonly returnOrigins?: readonly string[];
  },
): Promise<TestPlatform> {
  const logged: string[] = [];
  const answered: string[] = [];
  const fault = (error: unknown) => void logged.push(String((error as Error).stack ?? error));
  const catalogue = createMemoryCatalog(
    apps.map((record) => ({
      record,
      tools: [],
      cards: [],
      documents: [],
      definitions: new Map(),
      from: 1,
    })),
  );
  let moved = 0;
  const now = () => Date.now() + moved;
  const parts = await openPlatformParts({
    databaseUrl: url,
    dataFolder: folder,
    catalogue,
    allow,
    returnOrigins,
    onError: fault,
    now,
  });
  const { accounts, ...rest } = parts.connectAt(origin);
  const { connections: connecting } = rest;
  const handler = createPlatform({
    origin,
    accounts,
    ...rest,
    allowsHost: () => true,
    log: {
      request: (entry: RequestEntry) => void logged.push(JSON.stringify(entry)),
      error: fault,
      warn: (sentence) => void logged.push(sentence),
    },
    now,
  });
  const make = async (expected: Partial<Pick<ApiKey, "permissions" | "user" | "apps">>) => {
    const created = await newKey({
      account: ACCOUNT,
      name: "laptop",
      permissions: ["read", "connect", "run"] as Permission[],
      ...expected,
    });
    await accounts.addKey(created.key);
    return created;
  };
  const { key, secret } = await make({});
  const serve = toFetch(handler);
  return {
    folder,
    connecting,
    key,
    logLines: logged,
    responseBodies: answered,
    serve,
    createKey: make,
    revokeKey: (id) => accounts.revokeKey(ACCOUNT, id, new Date().toISOString()),
    openBrowser: () => createBrowser({ [origin]: serve }),
    advance: (milliseconds) => void (moved += milliseconds),
    async api(method, path, body, { secret: other = secret } = {}) {
      const response = await serve(
        new Request(`${origin}/api/v1${path}`, {
          method,
          headers: {
            authorization: `Bearer ${other}`,
            ...(body !== undefined && { "content-type": "application/json" }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      );
      const text = await response.text();
      answered.push(text);
      return { status: response.status, body: text ? JSON.parse(text) : undefined };
    },
    async close({ keep = false } = {}) {
      await parts.close();
      if (!keep) rmSync(folder, { recursive: true, force: true });
    },
  };
}
