import { exactly } from "../../../http/operation.ts";
import type { AccountContract } from "../contract.ts";
import { createKey, getKey, listKeys, replaceKey, revokeKey, updateKey } from "./keys.ts";
import * as members from "./members.ts";
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
  ...passkeys,
  ...members,
  ...signInServers,
});
