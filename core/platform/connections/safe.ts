import { remember } from "../../domain/freshness.ts";
import type { Connections } from "../../ports/connections.ts";
import type { MasterKeys } from "../../ports/secrets.ts";
import { Problem } from "../../problem.ts";
import { masterIdOf, newDataKey, rewrapped, unwrapped } from "../domain/seal/data-key.ts";
import { type DataKey, type SealedFor, sealed, unsealed } from "../domain/seal/seal.ts";

/** Seals secrets, each account's with a key of its own, and opens them. */
export interface Safe {
  seal(account: string, text: string, context: SealedFor): Promise<string>;
  /** Throws the `Problem` "secret_unreadable" where it was changed, or is another's. */
  open(account: string, seal: string, context: SealedFor): Promise<string>;
  /** The same, with nothing where it can't be opened: of what anyone may have sent. */
  tryOpen(account: string, seal: string, context: SealedFor): Promise<string | undefined>;
}

/** Whose key seals what is the service's own: links, states, OAuth clients. Opening it at start tells a wrong master key. */
export const SERVICE = "*";

const MOST_KEYS = 10_000;

/** Opens the safe. Rejects with a sentence for whoever starts the service where the master key is not the one that the secrets were sealed with. */
export async function openSafe({
  connections,
  masterKeys,
}: {
  readonly connections: Pick<Connections, "dataKeys" | "addDataKey">;
  readonly masterKeys: MasterKeys;
}): Promise<Safe> {
  const opened = new Map<string, Promise<DataKey>>();

  for (const [account, wrapped] of await connections.dataKeys()) {
    const id = masterIdOf(wrapped);
    const master = id && (await masterKeys.find(id));
    if (!master) throw new Problem("internal", wrongKey(id, (await masterKeys.current()).id));
    if (account === SERVICE && !(await unwrapped(account, wrapped, master)))
      throw new Problem("internal", DAMAGED);
  }

  const keyOf = (account: string): Promise<DataKey> => {
    const known = opened.get(account);
    if (known) return known;
    const opening = open(account);
    remember(opened, account, opening, MOST_KEYS);
    opening.catch(() => opened.delete(account));
    return opening;
  };

  const open = async (account: string): Promise<DataKey> => {
    const made = await newDataKey(account, await masterKeys.current());
    const kept = await connections.addDataKey(account, made.wrapped);
    if (kept === made.wrapped) return made.dataKey;
    const master = await masterKeys.find(masterIdOf(kept) ?? "");
    const dataKey = master && (await unwrapped(account, kept, master));
    if (!dataKey) throw unreadable();
    return dataKey;
  };

  await keyOf(SERVICE);
  const tryOpen: Safe["tryOpen"] = async (account, seal, context) =>
    unsealed(seal, await keyOf(account), context);
  return {
    seal: async (account, text, context) => sealed(text, await keyOf(account), context),
    tryOpen,
    async open(account, seal, context) {
      const text = await tryOpen(account, seal, context);
      if (text === undefined) throw unreadable();
      return text;
    },
  };
}

/** Wraps every account's key with the current master key; says how many were wrapped with another before. What is sealed stays as it is, and readable all the while. */
export async function rewrapAll({
  connections,
  masterKeys,
}: {
  readonly connections: Pick<Connections, "dataKeys" | "rewrapDataKey">;
  readonly masterKeys: MasterKeys;
}): Promise<number> {
  const current = await masterKeys.current();
  let changed = 0;
  for (const [account, wrapped] of await connections.dataKeys()) {
    const id = masterIdOf(wrapped);
    if (id === current.id) continue;
    const from = id && (await masterKeys.find(id));
    if (!from) throw new Problem("internal", wrongKey(id, current.id));
    const next = await rewrapped(account, wrapped, from, current);
    if (!next) throw new Problem("internal", DAMAGED);
    if (await connections.rewrapDataKey(account, wrapped, next)) changed++;
  }
  return changed;
}

const unreadable = () =>
  new Problem(
    "secret_unreadable",
    "What is kept of the connection can't be opened: it was changed, or belongs to another.",
    { hint: "Reconnect it; the person who runs this service should look at the database." },
  );

const wrongKey = (wanted: string | undefined, given: string) =>
  `The secrets in the database were sealed with the key ${wanted}, and the key that was given is ${given}. Set SECRETS_KEY to the right one (or put the file secrets-key.json back); with both, the newer first, npm run secrets -- rotate moves them over.`;
const DAMAGED = "A key in the database is damaged: put a copy of the database back.";
