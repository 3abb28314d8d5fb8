/** A response of an authenticator, as `PublicKeyCredential.toJSON` returns it. Not validated. */
export type CredentialJson = Readonly<Record<string, unknown>>;

/** What a response of an authenticator must be for. */
interface PasskeyCheck {
  readonly credential: CredentialJson;
  /** In base64url. */
  readonly challenge: string;
  /** The origin of the page. */
  readonly origin: string;
  /** The host that the passkey works on. */
  readonly rpId: string;
}

/** A new passkey whose response is valid. */
interface VerifiedRegistration {
  /** The credential ID in base64url. */
  readonly id: string;
  /** In base64url, as CBOR. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly isBackedUp: boolean;
}

/**
 * Verifies responses of authenticators (WebAuthn Level 3, sections 7.1 and 7.2). User verification
 * is required. Resolves to undefined if a response isn't valid.
 */
export interface PasskeyVerifier {
  verifyRegistration(check: PasskeyCheck): Promise<VerifiedRegistration | undefined>;
  /** Returns the new signature counter. */
  verifyAssertion(
    check: PasskeyCheck & {
      readonly passkey: Omit<VerifiedRegistration, "isBackedUp">;
    },
  ): Promise<{ readonly counter: number } | undefined>;
}
