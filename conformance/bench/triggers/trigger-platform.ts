import { openPlatformParts } from "../../../adapters/services/platform-parts.ts";
import { createPlatform, toFetch } from "../../../core/index.ts";
import type { CompiledApp } from "../../../core/lib/openapi-tools/compile/results/compiled-app.ts";
import { hashSecret, secretPrefix } from "../../../core/platform/auth/key-format.ts";
import { DEFAULT_ACCOUNT } from "../../../core/ports/stores/key-store.ts";
import { createMemoryCatalog } from "../../fixtures/connections/apps.ts";
import { createCompiledApp, objectSchema } from "../../fixtures/platform/compiled-app.ts";
import { bearerHeader, deriveSecret } from "../../fixtures/platform/keys.ts";

const ORIGIN = "https://platform.example";
const MAX_TRIGGERS = 10_001;

/** An app without a credential. Its list has a folder as an optional argument. */
export const createOpenApp = (base: string): Omit<CompiledApp, "report"> =>
  createCompiledApp(
    {
      slug: "open",
      name: "Open",
      description: "An app without a credential.",
      categories: ["data"],
      auth: ["none"],
      base,
      methods: [{ id: "none", type: "none", fields: [], from: "document" }],
    },
    [
      {
        name: "list_notes",
        title: "List notes",
        description: "Lists notes.",
        method: "GET",
        path: "/notes",
        input: objectSchema({ folder: { type: "string" } }),
        binding: { slots: [{ argument: "folder", in: "query", name: "folder", style: "form" }] },
      },
    ],
  );

/** A platform in this process, and calls to its API. */
export type TriggerPlatform = Awaited<ReturnType<typeof openTriggerPlatform>>;

/** Opens a platform with the app `open` at `base`. Requests to these origins are allowed. */
export async function openTriggerPlatform(
  folder: string,
  {
    base = "https://open.example",
    allowedOrigins = [],
    databaseUrl,
  }: {
    readonly base?: string;
    readonly allowedOrigins?: readonly string[];
    /** By default, a SQLite database in the folder. */
    readonly databaseUrl?: string | undefined;
  } = {},
) {
  const parts = await openPlatformParts({
    origin: ORIGIN,
    dataFolder: folder,
    databaseUrl,
    catalog: createMemoryCatalog([createOpenApp(base)]),
    allowedOrigins,
    triggers: { limits: { perAccount: MAX_TRIGGERS } },
    onError: (error) => console.error(error),
  });
  const addKey = async (name: string): Promise<void> => {
    const secret = deriveSecret(name);
    await parts.options.keyStore.addKey({
      id: `key_${name}`,
      account: DEFAULT_ACCOUNT,
      name,
      prefix: secretPrefix(secret),
      fingerprint: await hashSecret(secret),
      permissions: ["read", "connect", "run"],
      created: new Date().toISOString(),
    });
  };
  await addKey("whole");
  const send = toFetch(
    createPlatform({ origin: ORIGIN, ...parts.options, allowsHost: () => true }),
  );
  const request = async (
    method: string,
    path: string,
    { body, key = "whole" }: { readonly body?: object; readonly key?: string } = {},
  ): Promise<Response> => {
    const response = await send(
      new Request(`${ORIGIN}/api/v1${path}`, {
        method,
        headers: {
          ...bearerHeader(deriveSecret(key)),
          ...(body && { "content-type": "application/json" }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return response;
  };
  const call = async (method: string, path: string, body: object): Promise<any> =>
    (await request(method, path, { body })).json();
  return { parts, addKey, request, call };
}
