/** The thread that compiles one document. It receives the text and returns the result. */
import { parentPort, workerData } from "node:worker_threads";
import { compileDocument, type DocumentText } from "./add.ts";

parentPort!.postMessage(compileDocument(workerData as DocumentText));
