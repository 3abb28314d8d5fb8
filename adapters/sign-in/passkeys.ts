import type {
  AuthenticationResponseJSON,
  AuthenticatorTransportFuture,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { decodeBase64url, encodeBase64url } from "../../core/lib/kit/bytes/base64.ts";
import type { CredentialJson, PasskeyVerifier } from "../../core/ports/passkeys.ts";

/** Loads the library at the first sign-in, because that takes hundreds of milliseconds. */
const load = () => import("@simplewebauthn/server");

/**
 * Creates a verifier of passkeys with `@simplewebauthn/server`, which doesn't check whether a frame
 * of another origin created the response.
 */
export const createPasskeyVerifier = (): PasskeyVerifier => ({
  async verifyRegistration({ credential, challenge, origin, rpId }) {
    if (!isFromOwnPage(credential)) return undefined;
    const { verifyRegistrationResponse } = await load();
    const result = await verifyRegistrationResponse({
      response: credential as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
    }).catch(() => undefined);
    if (!result?.verified) return undefined;
    const { credential: verified, credentialBackedUp } = result.registrationInfo;
    return {
      id: verified.id,
      publicKey: encodeBase64url(verified.publicKey),
      counter: verified.counter,
      transports: verified.transports ?? [],
      isBackedUp: credentialBackedUp,
    };
  },

  async verifyAssertion({ credential, challenge, origin, rpId, passkey }) {
    const publicKey = decodeBase64url(passkey.publicKey);
    if (!publicKey || !isFromOwnPage(credential)) return undefined;
    const { verifyAuthenticationResponse } = await load();
    const result = await verifyAuthenticationResponse({
      response: credential as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey,
        counter: passkey.counter,
        transports: passkey.transports as AuthenticatorTransportFuture[],
      },
    }).catch(() => undefined);
    return result?.verified ? { counter: result.authenticationInfo.newCounter } : undefined;
  },
});

/**
 * Whether a page of the service called the authenticator, and no frame in a page of another origin
 * (WebAuthn Level 3, sections 7.1 and 7.2). No page of the
 * service may be framed.
 */
function isFromOwnPage({ response }: CredentialJson): boolean {
  const { clientDataJSON } = (response ?? {}) as { readonly clientDataJSON?: unknown };
  const bytes = typeof clientDataJSON === "string" ? decodeBase64url(clientDataJSON) : undefined;
  if (!bytes) return false;
  try {
    const { crossOrigin, topOrigin } = JSON.parse(new TextDecoder().decode(bytes)) as {
      readonly crossOrigin?: unknown;
      readonly topOrigin?: unknown;
    };
    return (crossOrigin === undefined || crossOrigin === false) && topOrigin === undefined;
  } catch {
    return false;
  }
}
