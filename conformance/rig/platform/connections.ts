import { type Connecting, keepClient } from "../../../core/index.ts";
import {
  type ConnectionSecrets,
  encryptSecrets,
} from "../../../core/platform/connections/secrets.ts";
import { DEFAULT_ACCOUNT } from "../../../core/platform/domain/keys/new-key.ts";
import type { Connection } from "../../../core/ports/connections.ts";

/** What is secret at Fjord, and must be seen nowhere. */
export const FJORD_KEY = "fjord_key_of_the_rig";

const CLIENT = { id: "client_of_the_rig", secret: "client_secret_of_the_rig" };
const CREATED_AT = "2026-11-01T00:00:00.000Z";
const createOAuthSecrets = (refreshToken: string): ConnectionSecrets => ({
  values: { access_token: "fjord_token_first" },
  refreshToken,
  client: { ...CLIENT, auth: "body", from: "operator" },
});

type ConnectionSeed = Pick<Connection, "id" | "app" | "label" | "method"> &
  Partial<Connection> & { readonly secrets: ConnectionSecrets; readonly isDefault?: true };

/**
 * Of the account itself: two to atlas, of which none is the default; to cumulus one that is expired; to fjord one by a key,
 * which is the default, one by a sign-in that can be renewed, and one whose renewal the app refuses. Of its end user 42 one to cumulus.
 */
const CONNECTIONS: readonly ConnectionSeed[] = [
  {
    id: "conn_atlas_work",
    app: "atlas",
    label: "Work",
    method: "oauth2",
    who: { email: "ann@atlas.example" },
    scopes: ["issues"],
    secrets: { values: { access_token: "atlas_token_of_work" } },
  },
  {
    id: "conn_atlas_home",
    app: "atlas",
    label: "Home",
    method: "oauth2",
    scopes: ["issues"],
    secrets: { values: { access_token: "atlas_token_of_home" } },
  },
  {
    id: "conn_cumulus_old",
    app: "cumulus",
    label: "Help desk",
    method: "basic",
    fields: { subdomain: "acme" },
    status: "expired",
    reason: {
      code: "grant_refused",
      message: "Cumulus Desk does not take the password any more.",
      at: CREATED_AT,
    },
    secrets: { values: { username: "ann", password: "cumulus_password" } },
  },
  {
    id: "conn_cumulus_42",
    app: "cumulus",
    label: "Mine",
    method: "basic",
    user: "42",
    fields: { subdomain: "acme" },
    secrets: { values: { username: "bob", password: "cumulus_password" } },
  },
  {
    id: "conn_fjord_main",
    app: "fjord",
    label: "Main",
    method: "api_key",
    secrets: { values: { key: FJORD_KEY } },
    isDefault: true,
  },
  {
    id: "conn_fjord_signed_in",
    app: "fjord",
    label: "Signed in",
    method: "oauth2",
    scopes: ["remarks"],
    secrets: createOAuthSecrets("fjord_refresh_first"),
  },
];

/** Keeps the rig's connections, sealed as the service seals them, and the operator's client for Fjord. */
export async function addConnections({
  deps: { store: connections, vault: safe },
}: Connecting): Promise<void> {
  await keepClient(connections, safe, "fjord", CLIENT);
  for (const { secrets, isDefault, ...overrides } of CONNECTIONS) {
    const connection: Connection = {
      account: DEFAULT_ACCOUNT,
      status: "active",
      fields: {},
      created: CREATED_AT,
      updated: CREATED_AT,
      version: 1,
      ...overrides,
    };
    await connections.add(connection);
    if (
      !(await connections.save(
        { ...connection, version: 2 },
        { sealed: await encryptSecrets(safe, connection, secrets) },
      ))
    )
      throw new Error(`${connection.id} was not kept`);
    if (isDefault) await connections.makeDefault(connection.id);
  }
}
