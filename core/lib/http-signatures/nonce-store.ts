/** A nonce of a valid signature. */
interface UsedNonce {
  /** Identifies the agent's key and the nonce. */
  readonly id: string;
  /** The host of the agent. All agents of a host share its number of nonces. */
  readonly host: string;
  /** The network of the client, which also has a number of nonces. */
  readonly network: string;
  /** When the signature expires, in seconds since 1970. */
  readonly expires: number;
}

/**
 * `added`: the nonce is new and stored until its signature has expired. `used`: it was stored
 * before. `full`: it can't be stored, because the host, the network or the store has too many.
 */
type NonceResult = "added" | "used" | "full";

/** Stores the nonces of signatures until they expire, to detect replays. */
export interface NonceStore {
  /** Adds a nonce. Rejects if the store is unavailable. */
  add(nonce: UsedNonce): NonceResult | Promise<NonceResult>;
}

/** How many nonces a store keeps, so that no agent fills the share of others. */
export interface NonceLimits {
  readonly perHost: number;
  readonly perNetwork: number;
  readonly total: number;
}

/** How long a nonce is kept after its signature has expired, because clocks differ. */
export const NONCE_GRACE_SECONDS = 60;

const MEMORY_LIMITS: NonceLimits = { perHost: 10_000, perNetwork: 20_000, total: 100_000 };
const PRUNE_SECONDS = 1;

/**
 * Creates a store in memory, for a process that shares no database. It forgets its nonces when the
 * process ends. `now` returns milliseconds since 1970.
 */
export function createNonceStore(now: () => number, limits = MEMORY_LIMITS): NonceStore {
  const nonces = new Map<string, UsedNonce>();
  const counts = new Map<string, number>();
  let lastPruned = 0;

  const count = ({ host, network }: UsedNonce, change: 1 | -1) => {
    for (const key of [`host ${host}`, `network ${network}`]) {
      const next = (counts.get(key) ?? 0) + change;
      if (next === 0) counts.delete(key);
      else counts.set(key, next);
    }
  };
  const isFull = ({ host, network }: UsedNonce): boolean =>
    nonces.size >= limits.total ||
    (counts.get(`host ${host}`) ?? 0) >= limits.perHost ||
    (counts.get(`network ${network}`) ?? 0) >= limits.perNetwork;
  const remove = (nonce: UsedNonce) => {
    nonces.delete(nonce.id);
    count(nonce, -1);
  };
  const prune = (seconds: number) => {
    if (seconds - lastPruned < PRUNE_SECONDS) return;
    lastPruned = seconds;
    for (const nonce of nonces.values()) if (isExpired(nonce, seconds)) remove(nonce);
  };

  return {
    add(nonce) {
      const seconds = now() / 1000;
      const known = nonces.get(nonce.id);
      if (known && !isExpired(known, seconds)) return "used";
      if (known) remove(known);
      if (isFull(nonce)) prune(seconds);
      if (isFull(nonce)) return "full";
      nonces.set(nonce.id, nonce);
      count(nonce, 1);
      return "added";
    },
  };
}

const isExpired = ({ expires }: UsedNonce, seconds: number): boolean =>
  expires + NONCE_GRACE_SECONDS < seconds;
