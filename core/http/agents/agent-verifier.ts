import type { SignableMessage } from "../../domain/signatures/base.ts";
import { checkContentDigest } from "../../domain/signatures/content-digest.ts";
import { verifySignature } from "../../domain/signatures/keys.ts";
import {
  type Refusal,
  type RefusalReason,
  readClaims,
  type SignatureClaim,
} from "../../domain/signatures/signature-claim.ts";
import type { Outbound } from "../../ports/outbound.ts";
import type { HttpRequest } from "../handler.ts";
import { createKeyDirectories } from "./key-directories.ts";
import { createNonceStore, type NonceStore } from "./nonce-store.ts";
import { refusalVerdict, type Verdict } from "./verdict.ts";

/** What verifying needs. */
export interface AgentVerifierOptions {
  /** Fetches the directories of strangers: from public addresses alone. */
  readonly outbound: Outbound;
  /** The site's own origin: its links, and no agent. */
  readonly origin: string;
  /** Remembers nonces besides this process, for others too; by default nobody else does. Where it fails, this process's memory counts. */
  readonly nonces?: NonceStore | undefined;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Knows agents by the signatures of their requests (Web Bot Auth). */
export interface AgentVerifier {
  /**
   * Whose request it is: what its first signature comes to that is an agent's, or else its first that is not. Nothing
   * where it has no Web Bot Auth signature. `network` is who causes a directory to be fetched; `content` gives the body,
   * or nothing where it is not read whole, and is asked only where a signature covers the body's digest. Never rejects but
   * for a fault of the outbound's.
   */
  verify(
    request: HttpRequest,
    network: string,
    content?: () => Promise<Uint8Array | undefined>,
  ): Promise<Verdict | undefined>;
}

/** Verifies signatures, with what it remembers of directories and of nonces. */
export function createAgentVerifier({
  outbound,
  origin,
  now,
  nonces: sharedNonces,
}: AgentVerifierOptions): AgentVerifier {
  const directories = createKeyDirectories(outbound, now);
  const nonces = createNonceStore();
  const ownPrefix = `${origin}/`;

  return {
    async verify(request, network, content = async () => undefined) {
      let firstRefusal: Refusal | undefined;
      for (const targetUri of candidateTargets(request.url, origin)) {
        for (const parsed of readClaims(toMessage(request, targetUri), now() / 1000)) {
          const outcome = "reason" in parsed ? parsed : await judge(parsed.claim, network, content);
          if (typeof outcome === "object" && "outcome" in outcome) return outcome;
          const refusal = typeof outcome === "string" ? { reason: outcome } : outcome;
          // Why it can't be told says more than that it is another's.
          if (
            !firstRefusal ||
            (firstRefusal.reason === "wrong_signature" && refusal.reason !== firstRefusal.reason)
          )
            firstRefusal = refusal;
        }
        if (firstRefusal?.reason !== "wrong_signature") break;
      }
      return firstRefusal && refusalVerdict(firstRefusal);
    },
  };

  /** Here first: of two requests at once, one finds the other. */
  async function isReplayed(nonceKey: string): Promise<boolean> {
    if (nonces.checkAndAdd(nonceKey)) return true;
    try {
      return (await sharedNonces?.checkAndAdd(nonceKey)) ?? false;
    } catch {
      return false;
    }
  }

  async function judge(
    { agent, keyId, algorithm, nonce, contentDigest, base, signature }: SignatureClaim,
    network: string,
    content: () => Promise<Uint8Array | undefined>,
  ): Promise<Verdict | RefusalReason> {
    // A site that fetched its own keys would wait for itself.
    if (agent.identity.startsWith(ownPrefix)) return "unknown_key";
    const lookup = directories.find(agent, keyId, network);
    const key = lookup instanceof Promise ? await lookup : lookup;
    if (typeof key === "string") return key;
    if (algorithm !== undefined && algorithm !== key.algorithm) return "wrong_algorithm";
    if (!(await verifySignature(key, signature, base))) return "wrong_signature";
    if (contentDigest !== undefined) {
      const body = await content();
      const digestError = body ? await checkContentDigest(contentDigest, body) : "unread_body";
      if (digestError) return digestError;
    }
    if (nonce !== undefined && (await isReplayed(JSON.stringify([agent.identity, keyId, nonce]))))
      return "replayed";
    return { outcome: "verified", agent: agent.identity, host: agent.host };
  }
}

const toMessage = ({ method, headers }: HttpRequest, targetUri: string): SignableMessage => ({
  method,
  targetUri,
  field: (name) => headers.get(name),
});

/** What the client may have called what it asked for: behind a proxy neither the scheme nor the host need be what arrived. */
function candidateTargets(url: string, origin: string): string[] {
  const hostStart = url.indexOf("://") + 3;
  const slash = url.indexOf("/", hostStart);
  const rest = slash === -1 ? "/" : url.slice(slash);
  const isOwnHost = origin.endsWith(`://${url.slice(hostStart, slash === -1 ? undefined : slash)}`);
  return isOwnHost ? [origin + rest] : [url, origin + rest];
}
