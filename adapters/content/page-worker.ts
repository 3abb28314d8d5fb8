/** The thread that converts large pages. It receives page sources and returns one result for each. */
import { parentPort } from "node:worker_threads";
import { requireValue } from "../../core/lib/kit/require-value.ts";
import { convertPage, type PageSource } from "../../core/lib/page-reader/index.ts";

const port = requireValue(parentPort, "the port of the thread");
port.on("message", (source: PageSource) => {
  const result = convertPage(source);
  const transferred = "body" in result ? [result.body.buffer as ArrayBuffer] : [];
  port.postMessage(result, transferred);
});
