import { ProviderFailure } from "../../core/ports/identity-provider.ts";

type Library = typeof import("oauth4webapi");

/** The response is forged, repeated or meant for someone else. */
export const invalidResponse = (name: string): ProviderFailure =>
  new ProviderFailure("invalid", `The response of ${name} isn't for this sign-in.`);

/** Converts errors of the library and of the network to a `ProviderFailure` in plain words. */
export async function explainFailures<Result>(
  name: string,
  load: () => Promise<Library>,
  work: (library: Library) => Promise<Result>,
): Promise<Result> {
  const library = await load();
  try {
    return await work(library);
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    if (error instanceof library.AuthorizationResponseError)
      throw new ProviderFailure("refused", `${name} ended the sign-in: ${describe(error)}.`);
    if (error instanceof library.ResponseBodyError)
      throw new ProviderFailure(
        error.error === "invalid_grant" ? "invalid" : "unavailable",
        `${name} rejected the sign-in: ${describe(error)}.`,
      );
    if (error instanceof library.OperationProcessingError && INVALID_CODES.has(error.code ?? ""))
      throw invalidResponse(name);
    throw new ProviderFailure(
      "unavailable",
      `${name} can't be reached, or doesn't respond as an OpenID Connect provider.`,
    );
  }
}

/** The codes of responses that are forged, repeated or meant for someone else. */
const INVALID_CODES: ReadonlySet<string> = new Set([
  "OAUTH_INVALID_RESPONSE",
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED",
  "OAUTH_KEY_SELECTION_FAILED",
  "OAUTH_UNSUPPORTED_OPERATION",
]);

/** Returns the provider's error code and description, without characters that could mislead. */
const describe = ({
  error,
  error_description: description,
}: {
  readonly error: string;
  readonly error_description?: string | undefined;
}): string =>
  `${error}${description === undefined ? "" : ` (${description})`}`
    .replaceAll(/[^\x20-\x7e]/g, "?")
    .slice(0, 300);
