import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { expect, it } from "vitest";
import { openBackupFile } from "./format.ts";

it("rejects a backup with a line that is longer than any row", { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  const file = join(folder, "backup.jsonl.gz");
  const slice = Buffer.alloc(1024 * 1024, "a");
  await pipeline(
    Readable.from(Array.from({ length: 600 }, () => slice)),
    createGzip({ level: 1 }),
    createWriteStream(file),
  );
  await expect(openBackupFile(file)).rejects.toThrow(
    `${file} is damaged or incomplete. Use another backup.`,
  );
  rmSync(folder, { recursive: true });
});
