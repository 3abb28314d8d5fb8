/** Compiles one document: in a process, which receives the document as a message, or in a thread. */
import { parentPort, workerData } from "node:worker_threads";
import { requireValue } from "../../../core/lib/kit/require-value.ts";
import { exitWithParent } from "../../runtime/exit-with-parent.ts";
import { compileDocument, type DocumentText } from "./add.ts";

if (parentPort) parentPort.postMessage(compileDocument(workerData as DocumentText));
else {
  exitWithParent(Number(process.argv[2]));
  process.once("message", (document: DocumentText) =>
    requireValue(process.send, "the channel to the parent process").call(
      process,
      compileDocument(document),
      () => process.disconnect(),
    ),
  );
}
