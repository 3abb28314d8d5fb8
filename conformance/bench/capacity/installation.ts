import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { openPlatformParts } from "../../../adapters/services/platform-parts.ts";
import { parseCompiledApp } from "../../../core/lib/openapi-tools/compile/results/compiled-format.ts";
import { encryptSecrets } from "../../../core/platform/connections/secrets.ts";
import type { Connection } from "../../../core/ports/stores/connection-store.ts";
import { DEFAULT_ACCOUNT } from "../../../core/ports/stores/key-store.ts";
import { createMemoryCatalog } from "../../fixtures/connections/apps.ts";
import { runToEnd } from "../../fixtures/program.ts";
import { ROOT } from "../load/runtimes.ts";

type PlatformParts = Awaited<ReturnType<typeof openPlatformParts>>;

const CATALOG = process.env["CATALOG_DIR"] ?? join(ROOT, "catalog");
const SECRETS_KEY = Buffer.alloc(32, 1).toString("base64");
const APP = "desk";

/** The tool that loads run, and the connection that each run names. */
export const TOOL = `${APP}.get_thing`;

/** A database with an API key and an app that needs a key of its own. */
export interface Installation {
  /** The settings of a process on this database. */
  readonly settings: Readonly<Record<string, string>>;
  /** An API key with all permissions. */
  readonly key: string;
  /** Opens the database in this process, while no program uses it. */
  open(): Promise<PlatformParts>;
  remove(): void;
}

/** Prepares a database: PostgreSQL, or a SQLite file if there is no URL. */
export function createInstallation(appOrigin: string, databaseUrl?: string): Installation {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-capacity-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  const settings = {
    DATA_DIR: join(folder, "data"),
    CATALOG_DIR: CATALOG,
    SECRETS_KEY,
    PLATFORM: "on",
    OUTBOUND_ALLOW: appOrigin,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  };
  const document = join(folder, "desk.json");
  writeFileSync(document, JSON.stringify(createAppDocument(appOrigin)));
  runCommand(["apps", "add", document, "--as", APP], settings);
  const created = runCommand(
    ["keys", "create", "--name", "bench", "--permissions", "read,connect,run"],
    settings,
  );
  return {
    settings,
    key: created.trim(),
    open: () =>
      openPlatformParts({
        origin: "http://127.0.0.1:4200",
        dataFolder: settings.DATA_DIR,
        databaseUrl,
        secretsKey: SECRETS_KEY,
        catalog: createMemoryCatalog([]),
      }),
    remove() {
      process.off("exit", remove);
      remove();
    },
  };
}

function runCommand(args: string[], settings: Readonly<Record<string, string>>): string {
  const { status, out, error } = runToEnd("node", args, settings);
  if (status !== 0) throw new Error(`${args.join(" ")} failed: ${error}${out}`);
  return out;
}

const createAppDocument = (origin: string) => ({
  openapi: "3.1.0",
  info: { title: "Desk", version: "1", description: "Things on a desk." },
  servers: [{ url: origin }],
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Api-Key" } } },
  security: [{ key: [] }],
  paths: {
    "/things/{id}": {
      get: {
        operationId: "getThing",
        summary: "Get a thing",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: {
          200: { description: "A thing", content: { "application/json": { schema: {} } } },
        },
      },
    },
  },
});

export const connectionId = (index: number): string => `conn_${String(index).padStart(32, "0")}`;

/** Adds connections to the app, each with an encrypted key, from one index up to another. */
export async function addConnections(
  { options }: PlatformParts,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const { compiled } = (await options.keyStore.findApp(DEFAULT_ACCOUNT, APP))!;
  const { record } = parseCompiledApp(compiled);
  const [method] = record.methods;
  const { store, vault } = options.connections.deps;
  const time = new Date().toISOString();
  for (let first = from; first < to; first += 500) {
    const indexes = Array.from({ length: Math.min(500, to - first) }, (_, at) => first + at);
    await Promise.all(
      indexes.map(async (index) => {
        const connection: Connection = {
          id: connectionId(index),
          account: DEFAULT_ACCOUNT,
          user: `user_${index}`,
          app: APP,
          method: method!.id,
          label: "Desk",
          status: "active",
          fields: {},
          created: time,
          updated: time,
          version: 1,
        };
        await store.add(connection);
        const secrets = {
          values: { [method!.fields[0]!.name]: `key-${index}` },
          own: record.base,
        };
        const encryptedSecrets = await encryptSecrets(vault, connection, secrets);
        await store.save({ ...connection, version: 2 }, { encryptedSecrets });
      }),
    );
  }
}
