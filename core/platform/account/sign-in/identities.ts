import { Problem } from "../../../http/problem.ts";
import { hex, sha256 } from "../../../lib/kit/bytes/digest.ts";
import { randomId } from "../../../lib/kit/bytes/sortable-id.ts";
import { cleanDisplayName, toLookalikeKey } from "../../../lib/kit/text/display-name.ts";
import type { IdentityProvider, ProviderClaims } from "../../../ports/identity-provider.ts";
import type { Identity, Person } from "../../../ports/stores/people-store.ts";
import { createPersonEntry } from "../audit-entry.ts";
import type { Operation, OperationContext, Output } from "../contract.ts";
import { beginCeremony, finishCeremony, requireIdentityProvider } from "./provider-ceremonies.ts";
import { findMemberPerson, signIn } from "./session.ts";

export const beginProviderSignIn: Operation<"beginProviderSignIn"> = async ({ next }, context) => {
  await context.client.count();
  return { url: await beginCeremony(context, { purpose: "sign_in", next }) };
};

export const signInWithProvider: Operation<"signInWithProvider"> = async (
  { response },
  context,
) => {
  await context.client.count();
  const claims = await finishCeremony(context, response, "sign_in");
  const person = await findOrAdmit(context, claims);
  // A session at the provider lasts for weeks, so signing in there may prove nothing about today.
  return signIn(context, person, "provider", claims.provedAgo ?? Infinity);
};

export const beginIdentity: Operation<"beginIdentity"> = async (_, context) => ({
  url: await beginCeremony(context, { purpose: "link", next: "/account" }),
});

export const addIdentity: Operation<"addIdentity"> = async ({ response }, context) => {
  const { peopleStore, now } = context;
  const { person } = context.current;
  const { issuer, subject } = await finishCeremony(context, response, "link");
  const linked = new Date(now()).toISOString();
  const identity: Identity = { issuer, subject, person: person.id, linked };
  const view = await identityView(identity);
  const isLinked = await peopleStore.linkIdentity(
    identity,
    createPersonEntry(context, person, { action: "identity.linked", subject: view.id }),
  );
  if (isLinked) return view;
  throw new Problem("identity_linked", "This identity belongs to a member already.", {
    hint: "Sign in with it, or remove it there first.",
  });
};

export const listIdentities: Operation<"listIdentities"> = async (_, context) => ({
  data: await listViews(context),
});

export const removeIdentity: Operation<"removeIdentity"> = async ({ identity: id }, context) => {
  const { peopleStore } = context;
  const { person } = context.current;
  const views = await listViews(context);
  const view = views.find((each) => each.id === id);
  if (!view) throw unknownIdentity();
  const passkeys = await peopleStore.listPasskeys(person.id);
  if (views.length === 1 && passkeys.length === 0 && person.password === undefined)
    throw new Problem("last_sign_in_method", "Without it, you couldn't sign in again.", {
      hint: "Add a passkey or a password first.",
    });
  const { issuer, subject } = view;
  const isRemoved = await peopleStore.removeIdentity(
    { person: person.id, issuer, subject },
    createPersonEntry(context, person, { action: "identity.removed", subject: id }),
  );
  if (!isRemoved) throw unknownIdentity();
  return { removed: true };
};

const unknownIdentity = () =>
  new Problem("record_not_found", "You have no such identity.", { hint: "List your identities." });

/**
 * Returns the member with an identity, or admits a new one. Only the issuer and the subject identify
 * a person, never an email address.
 */
async function findOrAdmit(context: OperationContext, claims: ProviderClaims): Promise<Person> {
  const { account, peopleStore, now } = context;
  const { provider, admits } = requireIdentityProvider(context);
  const { issuer, subject, name, email } = claims;
  const identity = await peopleStore.findIdentity(issuer, subject);
  if (identity) {
    const person = await findMemberPerson(context, identity.person);
    if (person) return person;
  }
  const isClaimed = (await peopleStore.findAccount(account))?.claimed !== undefined;
  if (identity || !isClaimed || !isAdmitted(claims, admits)) throw notAdmitted(provider);
  const created = new Date(now()).toISOString();
  const person: Person = {
    id: randomId("per"),
    name: await chooseName(context, name ?? email?.split("@")[0]),
    ...(email !== undefined && { email }),
    created,
  };
  const isAdded = await peopleStore.addMemberWithIdentity(
    {
      person,
      member: { account, person: person.id, role: "member", since: created },
      identity: { issuer, subject, person: person.id, linked: created },
    },
    createPersonEntry(context, person, {
      action: "member.added",
      subject: person.id,
      details: { by: provider.name },
    }),
  );
  // Another request with the same identity was first.
  return isAdded ? person : findOrAdmit(context, claims);
}

/** Returns the name that the provider states, unless people could take it for an owner's. */
async function chooseName(
  { account, peopleStore }: OperationContext,
  stated: string | undefined,
): Promise<string> {
  const name = cleanDisplayName(stated, 80) ?? "New member";
  const key = toLookalikeKey(name);
  const isOwners = (await peopleStore.listMembers(account)).some(
    (member) => member.role === "owner" && toLookalikeKey(member.name) === key,
  );
  return isOwners ? "New member" : name;
}

const notAdmitted = ({ name }: IdentityProvider) =>
  new Problem(
    "not_admitted",
    `You signed in at ${name}, but you aren't a member of this account.`,
    {
      hint: "Ask an owner to invite you. If you are a member, link the identity in your settings.",
    },
  );

const listViews = async ({ peopleStore, current }: OperationContext) =>
  Promise.all((await peopleStore.listIdentities(current.person.id)).map(identityView));

async function identityView({ issuer, subject, linked }: Identity): Promise<Output<"addIdentity">> {
  const digest = hex(await sha256(JSON.stringify([issuer, subject])));
  return { id: `idn_${digest.slice(0, 32)}`, issuer, subject, linked };
}

/**
 * Whether a person may become a member by signing in. A rule is `@studio.example`, for a verified
 * email address of exactly this domain, or `group:staff`.
 */
const isAdmitted = (
  { email, groups }: Pick<ProviderClaims, "email" | "groups">,
  rules: readonly string[],
): boolean =>
  rules.some((rule) =>
    rule.startsWith("@")
      ? email?.slice(email.lastIndexOf("@")).toLowerCase() === rule.toLowerCase()
      : groups.includes(rule.slice("group:".length)),
  );
