import { Problem } from "../../../http/problem.ts";
import type { Member } from "../../../ports/stores/people-store.ts";
import { requireName } from "../../require-name.ts";
import { createPersonEntry } from "../audit-entry.ts";
import type { Operation, OperationContext, Output } from "../contract.ts";
import { createLink } from "../sign-in/link-codes.ts";
import { nameTakenProblem } from "../sign-in/session.ts";

type MemberView = Output<"updateMember">;

export const listMembers: Operation<"listMembers"> = async (_, { account, peopleStore }) => ({
  data: (await peopleStore.listMembers(account)).map(memberView),
});

export const updateMember: Operation<"updateMember"> = async ({ person, role }, context) => {
  const { account, peopleStore } = context;
  const member = await requireMember(person, context);
  const entry = memberEntry(context, "member.changed", member, { role });
  if (role !== member.role && !(await peopleStore.changeRole(account, person, role, entry)))
    throw await explainUnchanged(person, context);
  return { ...member, role };
};

export const removeMember: Operation<"removeMember"> = async ({ person, keys }, context) => {
  const { account, peopleStore, now } = context;
  const member = await requireMember(person, context);
  const isRemoved = await peopleStore.removeMember(
    account,
    person,
    memberEntry(context, "member.removed", member, { keys }),
    keys === "revoke" ? { revokeKeys: new Date(now()).toISOString() } : {},
  );
  if (!isRemoved) throw await explainUnchanged(person, context);
  return { removed: true };
};

export const createSignInLink: Operation<"createSignInLink"> = async ({ person }, context) => {
  const { account, peopleStore, origin, now, current } = context;
  const member = await requireMember(person, context);
  const { url, ticket } = await createLink(
    peopleStore,
    { kind: "sign_in", account, person, creator: current.person.id },
    { origin, now: now() },
    () => memberEntry(context, "sign_in_link.created", member),
  );
  return { url, expires: new Date(ticket.expires).toISOString() };
};

export const updatePerson: Operation<"updatePerson"> = async ({ name: text }, context) => {
  const { account, peopleStore, current, sessions } = context;
  const { person, member } = current;
  const name = requireName(text);
  const isRenamed = await peopleStore.renamePerson(
    account,
    person.id,
    name,
    createPersonEntry(context, person, {
      action: "person.renamed",
      subject: person.id,
      details: { name },
    }),
  );
  if (!isRenamed) throw nameTakenProblem(name);
  sessions.forget(current);
  return { person: person.id, name, role: member.role, since: member.since };
};

export const listAudit: Operation<"listAudit"> = async (
  { before, limit },
  { account, auditLog },
) => ({
  data: (await auditLog.list(account, { before, limit })).map(
    ({ id, at, actor, action, subject, network, details }) => ({
      id,
      at,
      actor,
      action,
      ...(subject !== undefined && { subject }),
      ...(network !== undefined && { network }),
      ...(details && { details }),
    }),
  ),
});

const memberView = ({
  person,
  name,
  role,
  since,
}: Member & { readonly name: string }): MemberView => ({
  person,
  name,
  role,
  since,
});

async function requireMember(
  person: string,
  { account, peopleStore }: OperationContext,
): Promise<MemberView> {
  const members = await peopleStore.listMembers(account);
  const member = members.find((each) => each.person === person);
  if (member) return memberView(member);
  throw memberNotFound();
}

/** Explains why the store didn't change a member: it is the last owner, or has just been removed. */
async function explainUnchanged(
  person: string,
  { account, peopleStore, origin }: OperationContext,
): Promise<Problem> {
  if (!(await peopleStore.findMember(account, person))) return memberNotFound();
  return new Problem("last_owner", "This member is the last owner of the account.", {
    hint: `Make another member an owner first, or invite one, at ${origin}/account/members.`,
  });
}

const memberNotFound = () =>
  new Problem("record_not_found", "The account has no such member.", {
    hint: "List the members.",
  });

const memberEntry = (
  context: OperationContext,
  action: string,
  { person, name }: MemberView,
  details: Readonly<Record<string, string>> = {},
) =>
  createPersonEntry(context, context.current.person, {
    action,
    subject: person,
    details: { name, ...details },
  });
