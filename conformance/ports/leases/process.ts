// Takes a lease of each kind in a separate process, and prints "ready".
// `process.ts crash FOLDER` then kills itself. `process.ts stay FOLDER` waits to be killed.
import process from "node:process";
import { openPlatformStores } from "../../../adapters/storage/open.ts";
import { takeLeases } from "./leases.ts";

const [action, folder] = process.argv.slice(2);
const { sql } = await openPlatformStores({ folder: folder! });
await takeLeases(sql, "process");
console.log("ready");
if (action === "crash") process.kill(process.pid, "SIGKILL");
setInterval(() => {}, 60_000);
