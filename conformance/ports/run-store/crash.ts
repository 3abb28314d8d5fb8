// Runs a tool that changes something, and is killed by whoever is asked before it has an answer.
import { createToolRunner } from "./tool-runner.ts";

const [folder, origin] = process.argv.slice(2);
const { run } = await createToolRunner(folder!, origin!);
await run("POST", "/things", { idempotencyKey: "k", timeoutMs: 60_000 });
