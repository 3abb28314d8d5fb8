import { Problem } from "../../../http/problem.ts";
import { decodeBase64url, encodeBase64url } from "../../../lib/kit/bytes/base64.ts";
import { hex, sha256 } from "../../../lib/kit/bytes/digest.ts";
import { randomToken } from "../../../lib/kit/bytes/random.ts";
import { parseOwnTarget } from "../../../lib/kit/net/own-target.ts";
import { SERVICE_ACCOUNT } from "../../../lib/vault/index.ts";
import { type ProviderClaims, ProviderFailure } from "../../../ports/identity-provider.ts";
import { serializeCookie } from "../../pages/cookies.ts";
import { signInFailed } from "../access/authorize.ts";
import type { OperationContext } from "../contract.ts";

const MINUTE = 60_000;
const CEREMONY_MILLISECONDS = 10 * MINUTE;

/** The path of the redirect URI. */
export const PROVIDER_CALLBACK = "/sign-in/provider/callback";

/** The name of the cookie that binds a sign-in at the provider to the browser that started it. */
const cookieName = (origin: string): string =>
  origin.startsWith("https:") ? "__Host-jf_provider" : "jf_provider";

/** What a sign-in at the provider is for. */
type Purpose = "sign_in" | "link";

/** What a sign-in at the provider has to remember. Encrypted in its ticket. */
interface Ceremony {
  readonly purpose: Purpose;
  readonly nonce: string;
  readonly verifier: string;
  /** The digest of the browser's cookie. */
  readonly browser: string;
  readonly isRenewed: boolean;
}

/** Starts a sign-in at the provider: creates its ticket and its cookie, and returns the URL. */
export async function beginCeremony(
  context: OperationContext,
  { purpose, next = "/" }: { readonly purpose: Purpose; readonly next?: string | undefined },
): Promise<string> {
  const { provider } = requireIdentityProvider(context);
  const { account, connections, visitor, now, origin, peopleStore } = context;
  const target = parseOwnTarget(next, origin) ?? "/";
  const state = [purpose, randomToken(), encodeText(target)].join(".");
  const browser = randomToken();
  const ceremony: Ceremony = {
    purpose,
    nonce: randomToken(),
    verifier: randomToken(),
    browser: await digest(browser),
    isRenewed: visitor !== undefined,
  };
  const url = await withProviderProblems(origin, () =>
    provider.begin({ ...ceremony, state, redirectUri: origin + PROVIDER_CALLBACK }),
  );
  const id = await digest(state);
  await peopleStore.addTicket({
    digest: id,
    kind: "provider",
    account,
    person: visitor?.person.id,
    data: await connections.vault.encrypt(SERVICE_ACCOUNT, JSON.stringify(ceremony), {
      id,
      field: "provider",
    }),
    expires: now() + CEREMONY_MILLISECONDS,
  });
  const seconds = CEREMONY_MILLISECONDS / 1000;
  context.setCookie(serializeCookie(origin, cookieName(origin), browser, { path: "/", seconds }));
  return url;
}

/**
 * Finishes a sign-in with the provider's response, and returns what the provider says. Each works
 * once, and only in the browser that started it. Throws the `Problem` "sign_in_failed" or
 * "provider_unavailable".
 */
export async function finishCeremony(
  context: OperationContext,
  text: string,
  purpose: Purpose,
): Promise<ProviderClaims> {
  const { provider } = requireIdentityProvider(context);
  const { client, connections, visitor, now, origin, peopleStore } = context;
  const response = new URLSearchParams(text);
  const state = response.get("state") ?? "";
  const id = await digest(state);
  const ticket = await peopleStore.findTicket(id, "provider", now());
  const cookie = client.cookie(cookieName(origin));
  const unexpected = () =>
    signInFailed(
      origin,
      "The sign-in was started in another browser, has ended, or took more than 10 minutes.",
    );
  if (ticket?.data === undefined || cookie === undefined) throw unexpected();
  const ceremony: Ceremony = JSON.parse(
    await connections.vault.decrypt(SERVICE_ACCOUNT, ticket.data, { id, field: "provider" }),
  );
  const isExpected =
    ceremony.purpose === purpose &&
    ceremony.browser === (await digest(cookie)) &&
    (purpose === "sign_in" || ticket.person === visitor?.person.id);
  // Another browser can't use up the ticket.
  if (!isExpected || !(await peopleStore.spendTicket(id, "provider", now()))) throw unexpected();
  context.setCookie(serializeCookie(origin, cookieName(origin), "", { path: "/", seconds: 0 }));
  const redirectUri = origin + PROVIDER_CALLBACK;
  return withProviderProblems(origin, () =>
    provider.finish({ ...ceremony, state, redirectUri }, response),
  );
}

/** Reads what a response is for, and where to continue. Not verified. */
export function readState(response: URLSearchParams): {
  readonly purpose: string | undefined;
  readonly next: string | null;
} {
  const [purpose, , next = ""] = (response.get("state") ?? "").split(".");
  const bytes = decodeBase64url(next);
  return { purpose, next: bytes ? new TextDecoder().decode(bytes) : null };
}

/** Throws the `Problem` "not_found" if the service has no identity provider. */
export function requireIdentityProvider({ identityProvider }: OperationContext) {
  if (identityProvider) return identityProvider;
  throw new Problem("not_found", "This service has no identity provider.", {
    hint: "Set SIGN_IN_OIDC and SIGN_IN_OIDC_CLIENT.",
  });
}

async function withProviderProblems<Result>(
  origin: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    if (error.kind !== "unavailable") throw signInFailed(origin, error.message);
    throw new Problem("provider_unavailable", error.message, {
      hint: "Try again, or use another way to sign in.",
      headers: { "retry-after": "10" },
    });
  }
}

const encodeText = (text: string) => encodeBase64url(new TextEncoder().encode(text));

const digest = async (text: string): Promise<string> => hex(await sha256(text));
