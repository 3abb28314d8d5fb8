import { createOutbound } from "../../../adapters/outbound/create-outbound.ts";
import { openPlatformStores } from "../../../adapters/storage/open.ts";
import {
  createApp,
  createConnected,
  createTool,
} from "../../../core/lib/openapi-tools/call/testing.ts";
import { createRunService } from "../../../core/platform/runs/create-run-service.ts";
import {
  API_KEY,
  createSingleToolView,
  readTool,
  writeTool,
} from "../../fixtures/platform/tool-runner.ts";

/** Creates a run service for the app at `origin`, with its data in `folder`. */
export async function createToolRunner(folder: string, origin: string) {
  const { keyStore, runStore: store } = await openPlatformStores({ folder });
  const runs = createRunService({
    store,
    outbound: createOutbound({ allowedOrigins: [origin] }),
    publicOutbound: createOutbound(),
    connections: {
      use: async () => createConnected("token-0123456789"),
      refresh: async () => createConnected("refreshed-0123456789"),
    },
    now: Date.now,
    onError: (error) => console.error(error),
  });
  const run = (
    method: "GET" | "POST",
    path: string,
    options: { idempotencyKey?: string; timeoutMs?: number } = {},
  ) => {
    const { annotations } = method === "GET" ? readTool : writeTool;
    const tool = createTool({ method, path }, { annotations });
    return runs.run(API_KEY, createSingleToolView(createApp(origin), tool), {
      tool: "desk.do",
      input: {},
      timeoutMs: 3_000,
      maxBytes: 1_000_000,
      ...options,
    });
  };
  return { run, runs, store, close: () => keyStore.close() };
}
