export {
  type AuthorizationError,
  buildAuthorizationUrl,
  isExpectedIssuer,
  readAuthorizationError,
} from "./authorize.ts";
export { type DiscoveryError, discoverServer } from "./discover-server.ts";
export type { DiscoveredServer } from "./discovery.ts";
export {
  type EndpointInputs,
  type OAuthEndpoints,
  resolveEndpoints,
  resolveScopes,
} from "./endpoints.ts";
export { createChallenge, createVerifier } from "./pkce.ts";
export { type RegisteredClient, type RegistrationError, registerClient } from "./registration.ts";
export { sanitizeMessage } from "./sanitize-message.ts";
export { exchangeCode, refreshTokens, requestClientCredentials } from "./tokens/grants.ts";
export { nextRefresh, refreshBackoff } from "./tokens/refresh-schedule.ts";
export { revokeToken } from "./tokens/token-endpoint.ts";
export type { TokenError, Tokens } from "./tokens/token-response.ts";
export { fillUrl } from "./url-template.ts";
