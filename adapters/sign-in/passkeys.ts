import type {
  AuthenticationResponseJSON,
  AuthenticatorTransportFuture,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { decodeBase64url, encodeBase64url } from "../../core/lib/kit/base64.ts";
import type { PasskeyVerifier } from "../../core/ports/passkeys.ts";

/** Loads the library at the first sign-in, because that takes hundreds of milliseconds. */
const load = () => import("@simplewebauthn/server");

/** Creates a verifier of passkeys with `@simplewebauthn/server`. */
export const createPasskeyVerifier = (): PasskeyVerifier => ({
  async verifyRegistration({ credential, challenge, origin, rpId }) {
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
    if (!publicKey) return undefined;
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
