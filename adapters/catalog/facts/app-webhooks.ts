import { join } from "node:path";
import type { AppWebhooks, SharedWebhooks } from "../../../core/lib/app-webhooks/index.ts";
import { WEBHOOK_APPS } from "../app-index.ts";
import { FACTS_FOLDER } from "./facts-folder.ts";
import { readJsonFile } from "./json-file.ts";
import { SHARED_WEBHOOKS_JSON, WEBHOOKS_JSON } from "./webhooks-json.ts";

/**
 * Reads how apps let connections subscribe to their events, by the slug of the app. Throws an error
 * with a line for each mistake in a file.
 */
export const readAppWebhooks = (
  folder = FACTS_FOLDER,
  slugs = WEBHOOK_APPS,
): ReadonlyMap<string, AppWebhooks> =>
  new Map(
    slugs.map((slug) => [
      slug,
      readJsonFile(join(folder, "apps", slug, "webhooks.json"), "webhooks", WEBHOOKS_JSON),
    ]),
  );

/**
 * Reads which apps send the events of all connections to one address, by the slug of the app. Throws
 * an error with a line for each mistake in the file.
 */
export const readSharedWebhooks = (folder = FACTS_FOLDER): ReadonlyMap<string, SharedWebhooks> =>
  new Map(
    Object.entries(
      readJsonFile(
        join(folder, "shared/shared-webhooks.json"),
        "shared-webhooks",
        SHARED_WEBHOOKS_JSON,
      ),
    ),
  );
