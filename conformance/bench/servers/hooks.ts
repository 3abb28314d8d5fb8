import { serve } from "../../../adapters/runtime/serve.ts";
import { openPlatformParts } from "../../../adapters/services/platform-parts.ts";
import { createPlatform } from "../../../core/index.ts";
import { createMemoryCatalog } from "../../fixtures/connections/apps.ts";
import type { StartServer } from "./listen.ts";

/** The platform with the data in a folder. Its worker isn't started. The variant is the folder. */
export const startHooks: StartServer = async (variant) => {
  const origin = "https://platform.example";
  const parts = await openPlatformParts({
    origin,
    dataFolder: variant,
    catalog: createMemoryCatalog([]),
    triggers: { limits: { waitingEvents: Number.MAX_SAFE_INTEGER } },
    onError: (error) => console.error(error),
  });
  const handler = createPlatform({ origin, ...parts.options, allowsHost: () => true });
  const { url } = await serve(handler, { hostname: "127.0.0.1", port: 0 });
  return Number(new URL(url).port);
};
