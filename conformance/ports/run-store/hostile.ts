// Runs tools of a hostile app and prints each outcome as a line of JSON.
// Usage: hostile.ts FOLDER ORIGIN PATH...
import process from "node:process";
import { createToolRunner } from "./tool-runner.ts";

const [folder, origin, ...paths] = process.argv.slice(2);
const { run, close } = await createToolRunner(folder!, origin!);
for (const path of paths) {
  const method = path.startsWith("/write") ? "POST" : "GET";
  const options = path.includes("slow") ? { timeoutMs: 300 } : {};
  const outcome = await run(method, path, options).then(
    ({ run: { status, failure, response, attempts } }) => ({
      status,
      code: failure?.code,
      size: response?.size,
      cut: response?.isCut,
      attempts: attempts.length,
    }),
    (error: { code?: string; message: string }) => ({ problem: error.code ?? error.message }),
  );
  console.log(JSON.stringify({ path, ...outcome }));
}
await close();
process.exit(0);
