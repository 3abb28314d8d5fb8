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
import { memoryCatalogue } from "../platform/catalogue.ts";
import { type Browser, newBrowser } from "./browser.ts";

export const ORIGIN = "http://127.0.0.1:4200";

/** A platform without a port, in a place of its own, with these apps. */
export interface PlatformRig {
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
  newKey(
    wanted: Partial<Pick<ApiKey, "permissions" | "user" | "apps">>,
  ): Promise<{ key: ApiKey; secret: string }>;
  browser(): Browser;
  /** Where the service is, for those who ask it by themselves. */
  readonly serve: (request: Request) => Promise<Response>;
  /** All that was logged. */
  readonly logged: string[];
  /** Everything that the API has answered. */
  readonly answered: string[];
  /** Revokes a key. */
  revokeKey(id: string): Promise<unknown>;
  /** Moves its clock on, in milliseconds. */
  later(milliseconds: number): void;
  close(options?: { readonly keep?: boolean }): Promise<void>;
}

export async function startPlatform(
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
): Promise<PlatformRig> {
  const logged: string[] = [];
  const answered: string[] = [];
  const fault = (error: unknown) => void logged.push(String((error as Error).stack ?? error));
  const catalogue = memoryCatalogue(
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
    fault,
    now,
  });
  const { accounts, ...rest } = parts.at(origin);
  const { connecting } = rest;
  const handler = createPlatform({
    origin,
    accounts,
    ...rest,
    allowsHost: () => true,
    log: {
      request: (entry: RequestEntry) => void logged.push(JSON.stringify(entry)),
      fault,
      notice: (sentence) => void logged.push(sentence),
    },
    now,
  });
  const make = async (wanted: Partial<Pick<ApiKey, "permissions" | "user" | "apps">>) => {
    const made = await newKey({
      account: ACCOUNT,
      name: "laptop",
      permissions: ["read", "connect", "run"] as Permission[],
      ...wanted,
    });
    await accounts.addKey(made.key);
    return made;
  };
  const { key, secret } = await make({});
  const serve = toFetch(handler);
  return {
    folder,
    connecting,
    key,
    logged,
    answered,
    serve,
    newKey: make,
    revokeKey: (id) => accounts.revokeKey(ACCOUNT, id, new Date().toISOString()),
    browser: () => newBrowser({ [origin]: serve }),
    later: (milliseconds) => void (moved += milliseconds),
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
