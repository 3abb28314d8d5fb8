// Serves a platform with one app, and works on its triggers. Usage: trigger-process.ts LOCATION
// FOLDER APP, where LOCATION is a folder or the URL of a database, and APP the origin of the app. It
// prints its URL, and runs until it is killed.
import process from "node:process";
import { listen } from "../../adapters/runtime/serve.ts";
import { openPlatformParts } from "../../adapters/services/platform-parts.ts";
import { createPlatform } from "../../core/index.ts";
import { hashSecret, secretPrefix } from "../../core/platform/auth/key-format.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import { createMemoryCatalog } from "../fixtures/connections/apps.ts";
import { createCompiledApp, objectSchema } from "../fixtures/platform/compiled-app.ts";
import { KEYS } from "../fixtures/platform/keys.ts";

const [location, folder, app] = process.argv.slice(2) as [string, string, string];

const open = createCompiledApp(
  {
    slug: "open",
    name: "Open",
    description: "An app without a credential.",
    categories: ["data"],
    auth: ["none"],
    base: app,
    methods: [{ id: "none", type: "none", fields: [], from: "document" }],
  },
  [
    {
      name: "list_notes",
      title: "List notes",
      description: "Lists notes.",
      method: "GET",
      path: "/notes",
      input: objectSchema({}),
      binding: { slots: [] },
    },
    {
      name: "create_note",
      title: "Create a note",
      description: "Creates a note.",
      method: "POST",
      path: "/notes",
      input: objectSchema({ text: { type: "string" } }, ["text"]),
      binding: {
        slots: [{ argument: "text", in: "body", name: "text", style: "" }],
        body: { type: "application/json" },
      },
    },
  ],
);

const server = await listen({ hostname: "127.0.0.1", port: 0 });
const parts = await openPlatformParts({
  origin: server.url,
  dataFolder: folder,
  databaseUrl: URL.canParse(location) ? location : undefined,
  catalog: createMemoryCatalog([open]),
  allowedOrigins: [app],
  onError: (error) => console.error(error),
});
const { keyStore } = parts.options;
const fingerprint = await hashSecret(KEYS.whole);
if (!(await keyStore.findKey(fingerprint)))
  await keyStore.addKey({
    id: "key_whole",
    account: DEFAULT_ACCOUNT,
    name: "whole",
    prefix: secretPrefix(KEYS.whole),
    fingerprint,
    permissions: ["read", "connect", "run"],
    created: new Date().toISOString(),
  });
server.handle(createPlatform({ origin: server.url, ...parts.options, allowsHost: () => true }));
parts.start();
console.log(server.url);
