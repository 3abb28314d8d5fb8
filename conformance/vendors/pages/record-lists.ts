/**
 * Records what a vendor's client sends to read each list of an app to its end. Its parent passes the
 * app and the folder of the packages, and receives `LineRecord[]`. A client can only stop this
 * process.
 */
import { setTimeout } from "node:timers/promises";
import { openPackages } from "../client-runs/load-package.ts";
import { loadVendorClient } from "../client-runs/load-vendor-client.ts";
import type { LineRecord } from "../client-runs/record-lines.ts";
import { openRecorder } from "../recorder.ts";
import { LISTS } from "./lists.ts";

const MAX_CALL_MILLISECONDS = 4_000;

const [app = "", folder = ""] = process.argv.slice(2);
const { open } = await loadVendorClient(app);
const load = openPackages(folder);
const recorder = openRecorder();
process.on("uncaughtException", () => {}).on("unhandledRejection", () => {});
const records: LineRecord[] = [];
for (const { args, pages, call } of LISTS[app] ?? []) {
  recorder.answerWith(pages);
  const error = await Promise.race([
    (async () => call(await open(load), structuredClone(args), load))().then(
      () => undefined,
      (reason: unknown) => String((reason as Error | undefined)?.message ?? reason),
    ),
    setTimeout(MAX_CALL_MILLISECONDS, "The call took too long."),
  ]);
  records.push({ requests: recorder.take(), error });
}
process.send!(records, () => process.exit());
