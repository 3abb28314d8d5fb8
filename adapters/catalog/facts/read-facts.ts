import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type {
  AppOverlay,
  DocumentOverlay,
  McpOverlay,
} from "../../../core/lib/openapi-tools/compile/index.ts";
import { type documentedApp, oauthServer, SLUG, selectAppSchema } from "./app-json.ts";
import { parseJsonFile, readJsonFile } from "./json-file.ts";
import { TOOLS_JSON } from "./tools-json.ts";

/** Facts about apps and documents that are maintained by hand. */
export interface Overlay {
  readonly apps: ReadonlyMap<string, AppOverlay>;
  readonly servers: ReadonlyMap<string, McpOverlay>;
  /** By registrable domain. */
  readonly endpoints: ReadonlyMap<string, z.infer<typeof oauthEndpoints>>;
  readonly documents: ReadonlyMap<string, DocumentOverlay>;
  /** The slugs of the apps that people use most at work. */
  readonly popular: ReadonlySet<string>;
  /** The slugs of the popular apps that most people mean if they name none. */
  readonly leading: ReadonlySet<string>;
  /** The purposes of apps, by slug. */
  readonly purposes: ReadonlyMap<string, readonly string[]>;
  /** Documents written by hand, by id (`jackfield:excel`). */
  readonly own: ReadonlyMap<string, unknown>;
}

/** `shared/oauth-endpoints.json`, by registrable domain. */
const oauthEndpoints = oauthServer.partial({ pkce: true, clientAuth: true });
const OAUTH_ENDPOINTS_JSON = z.record(z.string(), oauthEndpoints);
/** `shared/omitted-documents.json`: why the catalog omits a document, by its ID. */
const OMITTED_DOCUMENTS_JSON = z.record(z.string(), z.string().endsWith("."));
/** `shared/confirmed-endpoints.json`: the sources that confirm OAuth endpoints, by domain. */
const CONFIRMED_ENDPOINTS_JSON = z.record(
  z.string(),
  z.strictObject({
    authorizationUrl: z.array(z.string()).optional(),
    tokenUrl: z.array(z.string()),
  }),
);

/** The schemas of the files that apps share, by name. */
export const SHARED_SCHEMAS = {
  "oauth-endpoints": OAUTH_ENDPOINTS_JSON,
  "omitted-documents": OMITTED_DOCUMENTS_JSON,
  "confirmed-endpoints": CONFIRMED_ENDPOINTS_JSON,
} as const;

/** The files that an app's folder may have. */
const APP_FILES: readonly string[] = [
  "app.json",
  "tools.json",
  "openapi.json",
  "webhooks.json",
  "compose.ts",
  "compose.test.ts",
];

/** What an app's folder contains. */
export interface AppFolder {
  readonly slug: string;
  /** Its path. */
  readonly folder: string;
  readonly app: z.infer<ReturnType<typeof selectAppSchema>>;
  readonly tools?: z.infer<typeof TOOLS_JSON> | undefined;
  /** An OpenAPI document written by hand. */
  readonly document?: unknown;
}

/**
 * Reads `apps/SLUG/` and `shared/` of a folder, both optional. Throws one line per mistake, with the
 * file and the JSON Pointer.
 */
export const readOverlay = (folder: string): Overlay =>
  createOverlay(readAppFolders(folder), folder);

/** Combines the facts of apps with those in `shared/` of a folder. */
export function createOverlay(folders: readonly AppFolder[], folder: string): Overlay {
  const omitted = Object.entries(readShared(folder, "omitted-documents"));
  return {
    apps: new Map(
      folders.flatMap(({ slug, app, tools }) =>
        "methods" in app ? [[slug, toAppOverlay(app, tools)] as const] : [],
      ),
    ),
    servers: new Map(
      folders.flatMap(({ slug, app }) => ("url" in app ? [[slug, app] as const] : [])),
    ),
    endpoints: new Map(Object.entries(readShared(folder, "oauth-endpoints"))),
    documents: new Map<string, DocumentOverlay>([
      ...omitted.map(([id, drop]) => [id, { drop }] as const),
      ...folders.flatMap(({ slug, app }) =>
        "methods" in app || "url" in app
          ? []
          : (app.documents ?? []).map((id) => [id, { slug, name: app.name }] as const),
      ),
    ]),
    popular: new Set(folders.flatMap(({ slug, app }) => (app.popular ? [slug] : []))),
    leading: new Set(folders.flatMap(({ slug, app }) => (app.popular === "leading" ? [slug] : []))),
    purposes: new Map(
      folders.flatMap(({ slug, app }) => (app.purposes ? [[slug, app.purposes] as const] : [])),
    ),
    own: new Map(
      folders.flatMap(({ slug, document }) =>
        document === undefined ? [] : [[`jackfield:${slug}`, document] as const],
      ),
    ),
  };
}

/** Reads the folders in `apps/`, sorted by slug. Throws like `readOverlay`. */
export function readAppFolders(folder: string): AppFolder[] {
  const apps = join(folder, "apps");
  if (!existsSync(apps)) return [];
  return readdirSync(apps, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((slug) => readAppFolder(apps, slug));
}

/** Reads the folder of one app. Throws like `readOverlay`. */
export function readAppFolder(apps: string, slug: string): AppFolder {
  const folder = join(apps, slug);
  const named = SLUG.safeParse(slug);
  if (!named.success) throw new Error(`${folder}: ${named.error.issues[0]?.message}`);
  if (!existsSync(folder)) throw new Error(`${folder}: there is no such folder`);
  const files = readdirSync(folder);
  const unknown = files.find((name) => !APP_FILES.includes(name));
  if (unknown !== undefined)
    throw new Error(`${join(folder, unknown)}: unknown file. A folder has ${APP_FILES.join(", ")}`);
  if (!files.includes("app.json"))
    throw new Error(`${join(folder, "app.json")}: missing. Every app has one`);
  const app = readJsonFile(join(folder, "app.json"), "app", selectAppSchema);
  const isDocumented = "methods" in app;
  for (const name of ["tools.json", "openapi.json"])
    if (files.includes(name) && !isDocumented)
      throw new Error(`${join(folder, name)}: app.json needs "documents" and "methods" for it`);
  if (
    isDocumented &&
    files.includes("openapi.json") !== app.documents.includes(`jackfield:${slug}`)
  )
    throw new Error(
      `${join(folder, "app.json")}: /documents: must list "jackfield:${slug}" if the folder has openapi.json, and only then`,
    );
  return {
    slug,
    folder,
    app,
    ...(files.includes("tools.json") && {
      tools: readJsonFile(join(folder, "tools.json"), "tools", TOOLS_JSON),
    }),
    ...(files.includes("openapi.json") && {
      document: parseJsonFile(join(folder, "openapi.json")),
    }),
  };
}

function toAppOverlay(
  {
    methods,
    popular: _popular,
    purposes: _purposes,
    confirmed: _confirmed,
    ...rest
  }: z.infer<typeof documentedApp>,
  tools: AppFolder["tools"],
): AppOverlay {
  return {
    ...rest,
    ...(tools && { tools }),
    methods: methods.map((method) => ({ ...method, from: "overlay" as const })),
  };
}

function readShared<Name extends keyof typeof SHARED_SCHEMAS>(
  folder: string,
  name: Name,
): z.infer<(typeof SHARED_SCHEMAS)[Name]> {
  const file = join(folder, "shared", `${name}.json`);
  type Content = z.infer<(typeof SHARED_SCHEMAS)[Name]>;
  if (!existsSync(file)) return {} as Content;
  return readJsonFile(file, name, SHARED_SCHEMAS[name]) as Content;
}
