import type { KeptConnection } from "../../ports/connections.ts";
import { type Secrets, whitherOf } from "./secrets.ts";

/** How long what was opened stays in memory at most. */
const MILLISECONDS = 1_000;
const MOST = 1_000;

/**
 * Opens the secrets of connections, and remembers them for a second at most: whoever runs ten tools in a row opens one seal.
 * What is remembered is found by the very seal, which is read from the storage each time: what was renewed, wiped or revoked
 * there is not given any more.
 */
export function justOpened(
  open: (kept: KeptConnection) => Promise<Secrets | undefined>,
): (kept: KeptConnection) => Promise<Secrets | undefined> {
  const opened = new Map<string, Promise<Secrets | undefined>>();
  return (kept) => {
    if (kept.sealed === undefined) return open(kept);
    // A seal is for one connection of one account alone, and for where its secrets go.
    const name = `${kept.connection.account} ${kept.connection.id} ${whitherOf(kept.connection)} ${kept.sealed}`;
    const known = opened.get(name);
    if (known) return known;
    const opening = open(kept);
    if (opened.size === 0) setTimeout(() => opened.clear(), MILLISECONDS);
    if (opened.size < MOST) opened.set(name, opening);
    opening.catch(() => opened.delete(name));
    return opening;
  };
}
