/**
 * Records the verbs and paths of all methods of an app's client. Its parent passes the app and the
 * folder of the packages, and receives lines such as `GET /v1/customers/{}`.
 */
import { openPackages } from "../client-runs/load-package.ts";
import { loadVendorClient } from "../client-runs/load-vendor-client.ts";
import { openRecorder } from "../recorder.ts";
import { ENDPOINT_CLIENTS } from "./clients.ts";
import { walkClient } from "./walk-client.ts";

const [app = "", folder = ""] = process.argv.slice(2);
const vendor = await loadVendorClient(app);
const { open = vendor.open, read } = ENDPOINT_CLIENTS[app]!;
const recorder = openRecorder(vendor.answer);
const client: unknown = await open(openPackages(folder));
// Clients also throw outside of calls, because they expect more of the response.
process.on("uncaughtException", () => {}).on("unhandledRejection", () => {});
const endpoints = read?.(client) ?? (await walkClient(client, recorder));
process.send!(endpoints, () => process.exit());
