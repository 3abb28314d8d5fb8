export { buildAuthorizationUrl } from "./authorize.ts";
export {
  type RegisteredClient,
  readChallenge,
  readRegisteredClient,
  readResourceMetadata,
  readServerMetadata,
  registrationRequest,
  resourceMetadataUrls,
  serverMetadataUrls,
} from "./discovery.ts";
export { createChallenge, createVerifier } from "./pkce.ts";
export { nextRefresh, refreshBackoff } from "./refresh-schedule.ts";
export { sanitizeMessage } from "./sanitize-message.ts";
export { type OAuthClient, tokenRequest } from "./token-request.ts";
export {
  parseTokenResponse,
  type TokenError,
  type TokenResponse,
  type Tokens,
} from "./token-response.ts";
export { fillText, fillUrl, maySendSecretsTo } from "./url-template.ts";
