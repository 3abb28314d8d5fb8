import type { SignableMessage } from "./base.ts";
import { checkContentDigest } from "./content-digest.ts";
import { createKeyDirectories, type FetchDirectory } from "./key-directories.ts";
import { verifySignature } from "./keys.ts";
import { createNonceStore, type NonceStore } from "./nonce-store.ts";
import {
  type Refusal,
  type RefusalReason,
  readClaims,
  type SignatureClaim,
} from "./signature-claim.ts";
import { refusalVerdict, type Verdict } from "./verdict.ts";

interface AgentVerifierOptions {
  readonly fetchDirectory: FetchDirectory;
  /** The site's public origin. Signatures that name it as their agent are never verified. */
  readonly origin: string;
  /**
   * A nonce store that outlives this process and is shared with others. Default: one in memory. If it
   * fails, signatures with a nonce aren't verified.
   */
  readonly nonces?: NonceStore | undefined;
  /** Returns milliseconds since 1970. */
  now(): number;
}

/** The part of a request that a signature covers. Every web `Request` has it. */
interface SignedRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: { get(name: string): string | null };
}

/** Verifies the signatures of requests (Web Bot Auth). */
export interface AgentVerifier {
  /**
   * Returns the verdict on the first valid signature, else on the first invalid one. Resolves to
   * `undefined` if the request has no Web Bot Auth signature. Directory fetches count against
   * `network`. `content` returns the body, or `undefined` if it can't be read completely, and is
   * called only if a signature covers the body's digest. Rejects only if `fetchDirectory` does.
   */
  verify(
    request: SignedRequest,
    network: string,
    content?: () => Promise<Uint8Array | undefined>,
  ): Promise<Verdict | undefined>;
}

/** Creates a verifier with its own cache of key directories. */
export function createAgentVerifier({
  fetchDirectory,
  origin,
  now,
  nonces = createNonceStore(now),
}: AgentVerifierOptions): AgentVerifier {
  const directories = createKeyDirectories(fetchDirectory, now);
  const ownPrefix = `${origin}/`;

  return {
    async verify(request, network, content = async () => undefined) {
      let firstRefusal: Refusal | undefined;
      for (const targetUri of candidateTargets(request.url, origin)) {
        for (const parsed of readClaims(toMessage(request, targetUri), now() / 1000)) {
          const outcome =
            "reason" in parsed ? parsed : await verifyClaim(parsed.claim, network, content);
          if (typeof outcome === "object" && "outcome" in outcome) return outcome;
          const refusal = typeof outcome === "string" ? { reason: outcome } : outcome;
          // Any other reason is more informative than wrong_signature.
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

  /** Uses up the nonce of a valid signature. Resolves to the reason if that isn't possible. */
  async function useNonce(
    { agent, keyId, nonce, expires }: SignatureClaim,
    network: string,
  ): Promise<RefusalReason | undefined> {
    if (nonce === undefined) return undefined;
    const id = JSON.stringify([agent.identity, keyId, nonce]);
    try {
      const result = await nonces.add({ id, host: agent.host, network, expires });
      return NONCE_REFUSALS[result];
    } catch {
      return "nonces_unavailable";
    }
  }

  async function verifyClaim(
    claim: SignatureClaim,
    network: string,
    content: () => Promise<Uint8Array | undefined>,
  ): Promise<Verdict | RefusalReason> {
    const { agent, keyId, algorithm, contentDigest, base, signature } = claim;
    // Fetching its own directory could deadlock the site.
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
    const refusal = await useNonce(claim, network);
    if (refusal) return refusal;
    return { outcome: "verified", agent: agent.identity, host: agent.host };
  }
}

const NONCE_REFUSALS = { added: undefined, used: "replayed", full: "nonces_full" } as const;

const toMessage = ({ method, headers }: SignedRequest, targetUri: string): SignableMessage => ({
  method,
  targetUri,
  field: (name) => headers.get(name),
});

/**
 * Returns the URLs that the client may have signed. Behind a proxy, scheme and host can differ from
 * the received ones.
 */
function candidateTargets(url: string, origin: string): string[] {
  const hostStart = url.indexOf("://") + 3;
  const slash = url.indexOf("/", hostStart);
  const rest = slash === -1 ? "/" : url.slice(slash);
  const isOwnHost = origin.endsWith(`://${url.slice(hostStart, slash === -1 ? undefined : slash)}`);
  return isOwnHost ? [origin + rest] : [url, origin + rest];
}
