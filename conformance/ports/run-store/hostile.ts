// Runs tools of an app that means harm, on the runtime that runs this file: one JSON line for each.
import { createToolRunner } from "./tool-runner.ts";

const [folder, origin, ...paths] = process.argv.slice(2);
const { run, close } = await createToolRunner(folder!, origin!);
for (const path of paths) {
  const outcome = await run(
    path.startsWith("/write") ? "POST" : "GET",
    path,
    path.includes("slow") ? { timeoutMs: 300 } : {},
  ).then(
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
