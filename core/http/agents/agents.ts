import type { Message } from "../../domain/signatures/base.ts";
import {
  type Claim,
  type Reason,
  type Refusal,
  readClaims,
} from "../../domain/signatures/claim.ts";
import { digestFault } from "../../domain/signatures/content-digest.ts";
import { isSignedBy } from "../../domain/signatures/keys.ts";
import type { Outbound } from "../../ports/outbound.ts";
import type { Asked } from "../handler.ts";
import { createDirectories } from "./directories.ts";
import { createReplays, type Replays } from "./replays.ts";
import { refused, type Verdict } from "./verdict.ts";

/** What verifying needs. */
export interface AgentsOptions {
  /** Fetches the directories of strangers: from public addresses alone. */
  readonly outbound: Outbound;
  /** The site's own origin: its links, and no agent. */
  readonly origin: string;
  /** Remembers nonces besides this process, for others too; by default nobody else does. Where it fails, this process's memory counts. */
  readonly replays?: Replays | undefined;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Knows agents by the signatures of their requests (Web Bot Auth). */
export interface Agents {
  /**
   * Whose request it is: what its first signature comes to that is an agent's, or else its first that is not. Nothing
   * where it has no Web Bot Auth signature. `network` is who causes a directory to be fetched; `content` gives the body,
   * or nothing where it is not read whole, and is asked only where a signature covers the body's digest. Never rejects but
   * for a fault of the outbound's.
   */
  verify(
    asked: Asked,
    network: string,
    content?: () => Promise<Uint8Array | undefined>,
  ): Promise<Verdict | undefined>;
}

/** Verifies signatures, with what it remembers of directories and of nonces. */
export function createAgents({ outbound, origin, now, replays: shared }: AgentsOptions): Agents {
  const directories = createDirectories(outbound, now);
  const replays = createReplays();
  const own = `${origin}/`;

  return {
    async verify(asked, network, content = async () => undefined) {
      let first: Refusal | undefined;
      for (const targetUri of targetsOf(asked.url, origin)) {
        for (const read of readClaims(messageOf(asked, targetUri), now() / 1000)) {
          const outcome = "reason" in read ? read : await judged(read.claim, network, content);
          if (typeof outcome === "object" && "outcome" in outcome) return outcome;
          const refusal = typeof outcome === "string" ? { reason: outcome } : outcome;
          // Why it can't be told says more than that it is another's.
          if (!first || (first.reason === "wrong_signature" && refusal.reason !== first.reason))
            first = refusal;
        }
        if (first?.reason !== "wrong_signature") break;
      }
      return first && refused(first);
    },
  };

  /** Here first: of two requests at once, one finds the other. */
  async function wasUsed(what: string): Promise<boolean> {
    if (replays.wasUsed(what)) return true;
    try {
      return (await shared?.wasUsed(what)) ?? false;
    } catch {
      return false;
    }
  }

  async function judged(
    { agent, keyId, algorithm, nonce, contentDigest, base, signature }: Claim,
    network: string,
    content: () => Promise<Uint8Array | undefined>,
  ): Promise<Verdict | Reason> {
    // A site that fetched its own keys would wait for itself.
    if (agent.identity.startsWith(own)) return "unknown_key";
    const found = directories.find(agent, keyId, network);
    const key = found instanceof Promise ? await found : found;
    if (typeof key === "string") return key;
    if (algorithm !== undefined && algorithm !== key.algorithm) return "wrong_algorithm";
    if (!(await isSignedBy(key, signature, base))) return "wrong_signature";
    if (contentDigest !== undefined) {
      const body = await content();
      const fault = body ? await digestFault(contentDigest, body) : "unread_body";
      if (fault) return fault;
    }
    if (nonce !== undefined && (await wasUsed(JSON.stringify([agent.identity, keyId, nonce]))))
      return "replayed";
    return { outcome: "verified", agent: agent.identity, host: agent.host };
  }
}

const messageOf = ({ method, headers }: Asked, targetUri: string): Message => ({
  method,
  targetUri,
  field: (name) => headers.get(name),
});

/** What the client may have called what it asked for: behind a proxy neither the scheme nor the host need be what arrived. */
function targetsOf(url: string, origin: string): string[] {
  const from = url.indexOf("://") + 3;
  const slash = url.indexOf("/", from);
  const rest = slash === -1 ? "/" : url.slice(slash);
  const isOwnHost = origin.endsWith(`://${url.slice(from, slash === -1 ? undefined : slash)}`);
  return isOwnHost ? [origin + rest] : [url, origin + rest];
}
