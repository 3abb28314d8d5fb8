import { PERMISSIONS } from "../../../../generated/table.ts";
import { PRODUCT_NAME } from "../../product-name.ts";
import { AUTHORIZE_PATH, REGISTER_PATH, REVOKE_PATH, resourceOf, TOKEN_PATH } from "./addresses.ts";

/** The metadata of the MCP server as a protected resource (RFC 9728, section 2). */
export const createResourceMetadata = (origin: string) => ({
  resource: resourceOf(origin),
  authorization_servers: [origin],
  scopes_supported: PERMISSIONS,
  bearer_methods_supported: ["header"],
  resource_name: PRODUCT_NAME,
});

/**
 * The metadata of the authorization server (RFC 8414, section 2; RFC 9207, section 3). People sign in
 * at `pageOrigin`.
 */
export const createServerMetadata = (issuer: string, pageOrigin: string) => ({
  issuer,
  authorization_endpoint: `${pageOrigin}${AUTHORIZE_PATH}`,
  token_endpoint: `${issuer}${TOKEN_PATH}`,
  registration_endpoint: `${issuer}${REGISTER_PATH}`,
  revocation_endpoint: `${issuer}${REVOKE_PATH}`,
  scopes_supported: PERMISSIONS,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
});
