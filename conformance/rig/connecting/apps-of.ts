import type { AppRecord } from "../../../core/ports/apps.ts";
import { createAppRecord, createOAuthMethod } from "./apps.ts";

/** The app whose sign-in is oidc-provider's. */
export const createOidcApp = (origin: string): AppRecord =>
  createAppRecord("oidc", [
    createOAuthMethod(
      origin,
      {
        authorizationUrl: `${origin}/auth`,
        tokenUrl: `${origin}/token`,
        revocationUrl: `${origin}/token/revocation`,
        authorizationParams: { prompt: "consent" },
      },
      {
        scopes: [
          { name: "openid", isDefault: true },
          { name: "offline_access", isDefault: true },
        ],
      },
    ),
  ]);

/** The apps that the tests with several processes know, of a provider. */
export const createProviderApps = (origin: string): readonly AppRecord[] => [
  createAppRecord("notes", [createOAuthMethod(origin)]),
  createOidcApp(origin),
];
