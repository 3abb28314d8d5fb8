import type { AppRecord } from "../../../core/ports/apps.ts";
import { appOf, oauthOf } from "./apps.ts";

/** The app whose sign-in is oidc-provider's. */
export const oidcApp = (origin: string): AppRecord =>
  appOf("oidc", [
    oauthOf(
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
export const appsAt = (origin: string): readonly AppRecord[] => [
  appOf("notes", [oauthOf(origin)]),
  oidcApp(origin),
];
