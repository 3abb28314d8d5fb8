import { exactly } from "../../../http/operation.ts";
import type { AccountContract } from "../contract.ts";
import * as account from "./account.ts";
import * as activity from "./activity.ts";
import * as appClients from "./app-clients.ts";
import { createGrant } from "./grants.ts";
import * as identities from "./identities.ts";
import * as invitations from "./invitations.ts";
import { createKey, getKey, listKeys, replaceKey, revokeKey, updateKey } from "./keys.ts";
import * as members from "./members.ts";
import * as ownApps from "./own-apps.ts";
import * as passkeys from "./passkeys.ts";
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
} from "./session.ts";
import * as signInServers from "./sign-in-servers.ts";
import * as users from "./users.ts";

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
