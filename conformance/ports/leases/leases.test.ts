import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openCheckoutStore, openPlatformStores } from "../../../adapters/storage/open.ts";
import { RUNTIMES, runProgram, startProgram } from "../runtimes.ts";
import { findFreeLeases } from "./leases.ts";

const PROGRAM = "leases/process.ts";

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-leases-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe.each(RUNTIMES)("leases in SQLite, on $name", ({ name, skipReason }) => {
  it.skipIf(skipReason)("of a process that was killed end when the next one starts", async () => {
    const folder = createFolder();
    const killed = await runProgram(name, PROGRAM, { args: ["crash", folder] });
    expect(killed).toMatchObject({ signal: "SIGKILL", errors: "", lines: ["ready"] });
    const { sql, keyStore } = await openPlatformStores({ folder });
    expect(await findFreeLeases(sql)).toEqual(["refresh", "claim", "run", "job"]);
    await keyStore.close();
  });

  it.skipIf(skipReason)("of a running process stay when another one starts", async () => {
    const folder = createFolder();
    const running = startProgram(name, PROGRAM, { args: ["stay", folder] });
    await once(running.stdout, "data");
    const first = await openPlatformStores({ folder });
    expect(await findFreeLeases(first.sql)).toEqual([]);
    // The lock is gone with the process, but this process already uses the database.
    running.kill("SIGKILL");
    await once(running, "close");
    const second = await openCheckoutStore({ folder });
    expect(await findFreeLeases(second.sql)).toEqual([]);
    await second.checkoutStore.close();
    await first.keyStore.close();
    const third = await openCheckoutStore({ folder });
    expect(await findFreeLeases(third.sql)).toEqual(["refresh", "claim", "run", "job"]);
    await third.checkoutStore.close();
  });
});
