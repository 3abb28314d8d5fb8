/**
 * Records what a vendor's client sends for each line of an app. Its parent passes the app and the
 * folder of the packages, and receives `LineRecord[]`. A client can only stop this process.
 */
import { setTimeout } from "node:timers/promises";
import { openRecorder, type RecordedRequest } from "../recorder.ts";
import { openPackages } from "./load-package.ts";
import { loadVendorClient } from "./load-vendor-client.ts";

export interface LineRecord {
  readonly requests: readonly RecordedRequest[];
  /** Why the call failed. Many calls fail after their request, because they expect more of the response. */
  readonly error?: string | undefined;
}

const MAX_CALL_MILLISECONDS = 4_000;

const [app = "", folder = ""] = process.argv.slice(2);
const { open, lines, answer } = await loadVendorClient(app);
const recorder = openRecorder(answer);
const client: unknown = await open(openPackages(folder));
// Some clients also throw outside of the call, because they expect more of the response.
process.on("uncaughtException", () => {}).on("unhandledRejection", () => {});
const records: LineRecord[] = [];
for (const [, args, call] of lines) {
  const error = await Promise.race([
    (async () => call(client, structuredClone(args)))().then(
      () => undefined,
      (reason: unknown) => String((reason as Error | undefined)?.message ?? reason),
    ),
    setTimeout(MAX_CALL_MILLISECONDS, "The call took too long."),
  ]);
  records.push({ requests: recorder.take(), error });
}
process.send!(records, () => process.exit());
