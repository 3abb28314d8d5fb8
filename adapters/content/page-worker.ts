/** The thread that converts large pages. It receives page sources and returns one result for each. */
import { parentPort } from "node:worker_threads";
import { convertPage, type PageSource } from "../../core/lib/page-reader/index.ts";

parentPort!.on("message", (source: PageSource) => {
  const result = convertPage(source);
  const transferred = "body" in result ? [result.body.buffer as ArrayBuffer] : [];
  parentPort!.postMessage(result, transferred);
});
