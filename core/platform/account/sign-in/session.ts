import { Problem } from "../../../http/problem.ts";
import { randomId } from "../../../lib/kit/bytes/sortable-id.ts";
import { toSignInName } from "../../../lib/kit/text/sign-in-name.ts";
import type { CredentialJson } from "../../../ports/passkeys.ts";
import type { Person } from "../../../ports/stores/people-store.ts";
import type { SignInMethod } from "../../../ports/stores/session-store.ts";
import { requireName } from "../../require-name.ts";
import { signInFailed } from "../access/authorize.ts";
import { createPersonEntry } from "../audit-entry.ts";
import type { Operation, OperationContext, Output } from "../contract.ts";
import { rememberDevice } from "./known-devices.ts";
import { digestCode } from "./link-codes.ts";
import {
  createSignInOptions,
  passkeyHost,
  spendChallenge,
  userHandle,
} from "./passkey-ceremonies.ts";
import { requireStrongPassword } from "./password-rules.ts";
import type { PasswordClient } from "./passwords.ts";
import { sessionView } from "./views.ts";

export const claimAccount: Operation<"claimAccount"> = async (
  { code, name: rawName, password },
  context,
) => {
  const { account, peopleStore, passwords, client, now } = context;
  if ((await peopleStore.findAccount(account))?.claimed !== undefined)
    throw new Problem("not_found", "This account has been set up.", {
      hint: `Sign in at ${context.origin}/sign-in.`,
    });
  const name = requireName(rawName);
  if (password !== undefined) requireStrongPassword(password, name);
  await client.count();
  const digest = await digestCode(code);
  if (!(await peopleStore.findTicket(digest, "setup", now()))) throw signInFailed(context.origin);
  const created = new Date(now()).toISOString();
  const person: Person = {
    id: randomId("per"),
    name,
    ...(password !== undefined && {
      password: await passwords.hash(password, { holder: digest, isKnown: true }),
    }),
    created,
  };
  const isClaimed = await peopleStore.claimAccount(
    { digest, person, member: { account, person: person.id, role: "owner", since: created } },
    createPersonEntry(context, person, { action: "account.claimed", subject: account }),
  );
  if (!isClaimed) throw signInFailed(context.origin);
  context.onClaimed();
  return signIn(context, person, "setup");
};

export const signInWithLink: Operation<"signInWithLink"> = async ({ code }, context) => {
  const { peopleStore, client, now, origin } = context;
  await client.count();
  const ticket = await peopleStore.spendTicket(await digestCode(code), "sign_in", now());
  const person = ticket?.person && (await findMemberPerson(context, ticket.person));
  if (!person) throw signInFailed(origin);
  return signIn(context, person, "link");
};

export const signInWithPassword: Operation<"signInWithPassword"> = async (
  { name, password },
  context,
) => {
  const { peopleStore, passwords, passwordLimits, client, origin } = context;
  requireMethodOn(context);
  await client.count();
  const signInName = toSignInName(name);
  const person = await findPersonWithPassword(context, signInName);
  const passwordClient = await toPasswordClient(context, person);
  const attempt = { name: signInName, source: passwordClient.holder, ...passwordClient };
  await passwordLimits.begin(attempt);
  const oldHash = person?.password;
  const { isValid, newHash } = await passwords.verify(password, oldHash, passwordClient);
  if (!person || oldHash === undefined || !isValid) throw signInFailed(origin);
  await passwordLimits.succeed(attempt);
  if (newHash !== undefined) await peopleStore.updateHash(person.id, oldHash, newHash);
  return signIn(context, person, "password");
};

/** Known are a person's session, and a device in which they have signed in. */
async function toPasswordClient(
  { client, visitor }: OperationContext,
  person: Person | undefined,
): Promise<PasswordClient> {
  if (person && visitor?.person.id === person.id) return { holder: person.id, isKnown: true };
  const device = await client.device();
  if (person && device?.person === person.id) return { holder: device.id, isKnown: true };
  return { holder: client.network ?? "unknown", isKnown: false };
}

export const beginPasskeySignIn: Operation<"beginPasskeySignIn"> = async (_, context) => {
  requireMethodOn(context);
  // Each page with a sign-in button starts one, so it costs less than a failed attempt.
  await context.client.count(CHALLENGE_COST);
  return { options: await createSignInOptions(context) };
};

export const signInWithPasskey: Operation<"signInWithPasskey"> = async (
  { credential },
  context,
) => {
  const { peopleStore, passkeys, client, origin, now } = context;
  requireMethodOn(context);
  await client.count();
  const spent = await spendChallenge(context, credential, "sign_in");
  const passkey =
    spent && typeof credential["id"] === "string"
      ? await peopleStore.findPasskey(credential["id"])
      : undefined;
  const person = passkey && (await findMemberPerson(context, passkey.person));
  if (!spent || !passkey || !person || !isCredentialOf(person, credential))
    throw signInFailed(origin);
  const verified = await passkeys.verifyAssertion({
    credential,
    challenge: spent.challenge,
    origin,
    rpId: passkeyHost(origin),
    passkey,
  });
  const isAccepted =
    verified !== undefined &&
    passkey.rpId === passkeyHost(origin) &&
    (await peopleStore.recordPasskeyUse(passkey.id, {
      counter: verified.counter,
      at: new Date(now()).toISOString(),
    }));
  if (!isAccepted) throw signInFailed(origin);
  return signIn(context, person, "passkey");
};

export const signOut: Operation<"signOut"> = async (_, context) => {
  const { session, person } = context.current;
  const entry = createPersonEntry(context, person, endOf(session.id));
  context.setCookie(await context.sessions.end(context.current, entry));
  return { ended: true };
};

export const getSession: Operation<"getSession"> = (_, { current }) =>
  sessionView(current.session, current, true);

export const listSessions: Operation<"listSessions"> = async (
  _,
  { current, sessionStore, account },
) => ({
  data: (await sessionStore.list(account, current.person.id)).map((session) =>
    sessionView(session, current, session.id === current.session.id),
  ),
});

export const endSession: Operation<"endSession"> = async ({ session: id }, context) => {
  const { account, sessionStore } = context;
  const { person } = context.current;
  const entry = createPersonEntry(context, person, endOf(id));
  if (await sessionStore.end(account, person.id, id, entry)) return { ended: true };
  throw new Problem("record_not_found", "You have no such session.", {
    hint: "List your sessions.",
  });
};

const endOf = (session: string) => ({ action: "session.ended", subject: session });

/** Throws the `Problem` "sign_in_method_off" if people sign in at the identity provider only. */
function requireMethodOn({ identityProvider }: OperationContext): void {
  if (!identityProvider?.isOnly) return;
  throw new Problem(
    "sign_in_method_off",
    `People sign in at ${identityProvider.provider.name} only.`,
    { hint: "Sign in there, or use a link from the operator." },
  );
}

const CHALLENGE_COST = 0.2;

/**
 * Ends a successful sign-in: starts a session and sets its cookie. `provedAgo` is how long ago the
 * person proved who they are, in milliseconds.
 */
export async function signIn(
  context: OperationContext,
  person: Person,
  method: SignInMethod,
  provedAgo = 0,
): Promise<Output<"getSession">> {
  const { account, client, visitor, peopleStore, sessions } = context;
  await client.uncount();
  const member = await peopleStore.findMember(account, person.id);
  if (!member) throw signInFailed(context.origin);
  const { session, cookie } = await sessions.start(
    {
      person: person.id,
      method,
      provedAgo,
      browser: client.browser,
      network: client.network,
      createEntry: (id) =>
        createPersonEntry(context, person, {
          action: "session.started",
          subject: id,
          details: { method },
        }),
    },
    visitor,
  );
  context.setSession({ session, person, member }, cookie);
  const device = await client.device();
  if (device?.person !== person.id) context.setCookie(await rememberDevice(person.id, context));
  return sessionView(session, { person, member }, true);
}

/** Finds a person who is a member of the account. */
export async function findMemberPerson(
  { account, peopleStore }: OperationContext,
  person: string,
): Promise<Person | undefined> {
  const member = await peopleStore.findMember(account, person);
  return member && peopleStore.findPerson(person);
}

/** Finds the member with a name who has a password. At most one has. */
async function findPersonWithPassword(
  { account, peopleStore }: OperationContext,
  signInName: string,
): Promise<Person | undefined> {
  for (const { name, person } of await peopleStore.listMembers(account)) {
    if (toSignInName(name) !== signInName) continue;
    const found = await peopleStore.findPerson(person);
    if (found?.password !== undefined) return found;
  }
  return undefined;
}

/** Whether a credential names its person, or no one. */
function isCredentialOf({ id }: Person, { response }: CredentialJson): boolean {
  const { userHandle: handle } = (response ?? {}) as { readonly userHandle?: unknown };
  return handle === undefined || handle === null || handle === userHandle(id);
}

/** The problem of a name that another member signs in with, or that looks like an owner's. */
export const nameTakenProblem = (name: string): Problem =>
  new Problem("name_taken", `People could take "${name}" for another member.`, {
    hint: "Use another name, such as one with an initial.",
  });
