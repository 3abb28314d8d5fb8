// Runs tools of an app that means harm, on the runtime that runs this file: one JSON line for each.
import { toolsAt } from "./place.ts";

const [folder, origin, ...paths] = process.argv.slice(2);
const { run, close } = await toolsAt(folder!, origin!);
for (const path of paths) {
  const came = await run(
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
  console.log(JSON.stringify({ path, ...came }));
}
await close();
process.exit(0);
