import { describe, expect, it } from "vitest";
import { explainFileError, explainFolderError } from "./explain-error.ts";

describe("explainFolderError() and explainFileError()", () => {
  it.each([
    [
      explainFolderError({ code: "EACCES" }, "/data"),
      "This user can't write to /data. Grant write access, or set DATA_DIR to another folder.",
    ],
    [
      explainFolderError({ code: "EROFS" }, "/data"),
      "/data is on a read-only file system. Set DATA_DIR to another folder.",
    ],
    [
      explainFolderError({ name: "NotCapable" }, "/data"),
      "Deno lacks permission to write to /data. Start it with --allow-write.",
    ],
    [
      explainFileError({ errcode: 13, message: "database or disk is full" }, "/data/a.db"),
      "The disk that contains /data/a.db is full. Free some space.",
    ],
    [
      explainFileError({ message: "database or disk is full" }, "/data/a.db"),
      "The disk that contains /data/a.db is full. Free some space.",
    ],
    [
      explainFileError(
        { errcode: 1032, message: "attempt to write a readonly database" },
        "/data/a.db",
      ),
      "This user can't write to /data/a.db. Grant write access, or set DATA_DIR to another folder.",
    ],
    [
      explainFileError({ errcode: 267, message: "database disk image is malformed" }, "/data/a.db"),
      "/data/a.db is damaged. Restore a backup, or start with an empty database by moving the file and its -wal and -shm files.",
    ],
  ])("explains: %s", (message, expected) => expect(message).toBe(expected));
});
