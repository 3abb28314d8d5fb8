// Runs an unsafe tool. The app kills this process before it responds. Usage: crash.ts FOLDER ORIGIN
import process from "node:process";
import { createToolRunner } from "./tool-runner.ts";

const [folder, origin] = process.argv.slice(2);
const { run } = await createToolRunner(folder!, origin!);
await run("POST", "/things", { idempotencyKey: "k", timeoutMs: 60_000 });
