import { exactly } from "../../http/routing/operation.ts";
import * as activity from "./activity/operations.ts";
import type { AccountContract } from "./contract.ts";
import * as appClients from "./integrations/app-clients.ts";
import * as ownApps from "./integrations/own-apps.ts";
import * as signInServers from "./integrations/sign-in-servers.ts";
import {
  createKey,
  getKey,
  listKeys,
  replaceKey,
  revokeKey,
  updateKey,
} from "./keys/operations.ts";
import { createGrant } from "./mcp-clients/grants.ts";
import * as invitations from "./members/invitations.ts";
import * as members from "./members/operations.ts";
import * as account from "./settings/operations.ts";
import * as identities from "./sign-in/identities.ts";
import * as passkeys from "./sign-in/passkeys.ts";
import {
  beginPasskeySignIn,
  claimAccount,
  endSession,
  getSession,
  listSessions,
  signInWithLink,
  signInWithPasskey,
  signInWithPassword,
  signOut,
} from "./sign-in/session.ts";
import * as users from "./users/operations.ts";

/** The operations of the account. The type requires exactly those of the spec. */
export const operations = exactly<AccountContract>()({
  claimAccount,
  signInWithLink,
  signInWithPassword,
  beginPasskeySignIn,
  signInWithPasskey,
  signOut,
  getSession,
  listSessions,
  endSession,
  listKeys,
  getKey,
  createKey,
  updateKey,
  replaceKey,
  revokeKey,
  ...activity,
  createGrant,
  ...identities,
  ...passkeys,
  ...members,
  ...ownApps,
  ...invitations,
  ...appClients,
  ...signInServers,
  ...users,
  ...account,
});
