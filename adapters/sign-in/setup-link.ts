import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { admin } from "../../core/index.ts";
import type { PeopleStore } from "../../core/ports/stores/people-store.ts";
import { commandLine } from "../runtime/command-line.ts";
import { isFullDisk } from "../storage/sqlite/explain-error.ts";

/** The file with the setup link of a service that has no terminal. Only its user can read it. */
export const setupLinkFile = (dataFolder: string): string => join(dataFolder, "setup-link");

const DAY = 86_400_000;

/**
 * Creates the setup link of an account that nobody has set up. Returns the line of the startup
 * message: the link on a terminal, otherwise where it is, because logs may have other readers.
 */
export async function announceSetup(
  peopleStore: Pick<PeopleStore, "findAccount" | "addTicket" | "removeTickets">,
  {
    origin,
    dataFolder,
    isTerminal,
  }: { readonly origin: string; readonly dataFolder: string; readonly isTerminal: boolean },
): Promise<string | undefined> {
  const file = setupLinkFile(dataFolder);
  if (await admin.isClaimed(peopleStore)) {
    rmSync(file, { force: true });
    return undefined;
  }
  const createUrl = async () =>
    (
      await admin.createSetupLink(peopleStore, {
        origin,
        now: Date.now(),
        replacesEarlier: false,
      })
    ).url;
  try {
    if (isTerminal) return await createUrl();
    if (!isCurrent(file, origin))
      writeFileSync(file, `${await createUrl()}\n`, { mode: 0o600, flush: true });
  } catch (error) {
    if (!isFullDisk(error)) throw error;
    return `once the disk has space: ${commandLine("account setup")}`;
  }
  return `in ${file}, or run ${commandLine("account setup")}`;
}

/** Whether a file has a link that still works, unless another one replaced it. */
function isCurrent(file: string, origin: string): boolean {
  if (!existsSync(file) || Date.now() - statSync(file).mtimeMs > DAY / 2) {
    rmSync(file, { force: true });
    return false;
  }
  return readFileSync(file, "utf8").startsWith(`${admin.toPageOrigin(origin)}/setup#`);
}
