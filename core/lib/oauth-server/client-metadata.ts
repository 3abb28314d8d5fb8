import { isObject } from "../kit/json/json-access.ts";
import { cleanDisplayName, toLookalikeKey } from "../kit/text/display-name.ts";
import { sanitizeMessage } from "../oauth/index.ts";
import { isAllowedRedirectUri } from "./redirect-uri.ts";

/** The metadata of a client that the server uses (RFC 7591, section 2). */
export interface ClientMetadata {
  /** One line without control characters. */
  readonly name?: string | undefined;
  readonly redirectUris: readonly string[];
}

/** An error of RFC 7591, section 3.2.2. */
interface ClientMetadataError {
  readonly error: "invalid_redirect_uri" | "invalid_client_metadata";
  readonly description: string;
}

const MAX_REDIRECT_URIS = 20;
const MAX_NAME_LENGTH = 100;
/**
 * Reads the metadata of a client. Ignores members that the server doesn't use. `serviceName` is the
 * name under which this server asks people for access. Clients can't have a name like it.
 */
export function readClientMetadata(
  value: unknown,
  { serviceName }: { readonly serviceName: string },
): ClientMetadata | ClientMetadataError {
  if (!isObject(value))
    return { error: "invalid_client_metadata", description: "The metadata isn't a JSON object." };
  const { redirect_uris: uris, grant_types: grants, response_types: responses } = value;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MAX_REDIRECT_URIS)
    return {
      error: "invalid_redirect_uri",
      description: `redirect_uris must have 1 to ${MAX_REDIRECT_URIS} URIs.`,
    };
  if (!uris.every(isAllowedRedirectUri))
    return {
      error: "invalid_redirect_uri",
      description:
        "A redirect URI must be an https URL, or an http URL of a loopback address, without a fragment.",
    };
  if (Array.isArray(grants) && !grants.includes("authorization_code"))
    return unsupported("grant_types must include authorization_code.");
  if (Array.isArray(responses) && !responses.includes("code"))
    return unsupported("response_types must include code.");
  const name = cleanDisplayName(
    sanitizeMessage(value["client_name"], MAX_NAME_LENGTH),
    MAX_NAME_LENGTH,
  );
  if (name && toLookalikeKey(name).includes(toLookalikeKey(serviceName)))
    return unsupported("client_name must not look like the name of this service.");
  return { redirectUris: uris, ...(name && { name }) };
}

const unsupported = (description: string): ClientMetadataError => ({
  error: "invalid_client_metadata",
  description,
});
