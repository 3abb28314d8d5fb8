import type { Fetch } from "../../kit/net/fetch.ts";
import type { OAuthEndpoints } from "../endpoints.ts";
import { requestTokens, type TokenReply } from "./token-endpoint.ts";
import type { OAuthClient } from "./token-request.ts";

/** Exchanges an authorization code for tokens (RFC 6749, section 4.1.3). */
export const exchangeCode = (
  send: Fetch,
  { token, server, resource }: OAuthEndpoints,
  client: OAuthClient,
  {
    code,
    redirectUri,
    verifier,
  }: {
    readonly code: string;
    readonly redirectUri: string;
    /** The code verifier (RFC 7636), if the sign-in sent a challenge. */
    readonly verifier: string | undefined;
  },
): Promise<TokenReply> =>
  requestTokens(send, token, client, {
    grant_type: "authorization_code",
    ...server.tokenParams,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    resource,
  });

/** Requests tokens with the credentials of a client (RFC 6749, section 4.4). */
export const requestClientCredentials = (
  send: Fetch,
  { token, server }: OAuthEndpoints,
  client: OAuthClient,
  scopes: readonly string[],
): Promise<TokenReply> =>
  requestTokens(send, token, client, {
    grant_type: "client_credentials",
    scope: scopes.length > 0 ? scopes.join(server.scopeSeparator ?? " ") : undefined,
    ...server.tokenParams,
  });

/** Requests new tokens with a refresh token (RFC 6749, section 6). */
export const refreshTokens = (
  send: Fetch,
  { refresh, server, resource }: OAuthEndpoints,
  client: OAuthClient,
  refreshToken: string,
): Promise<TokenReply> =>
  requestTokens(send, refresh, client, {
    grant_type: "refresh_token",
    ...server.refreshParams,
    refresh_token: refreshToken,
    resource,
  });
