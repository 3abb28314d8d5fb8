import { Problem } from "../../../http/problem.ts";
import { randomId } from "../../../lib/kit/bytes/sortable-id.ts";
import type { Person, Role, Ticket } from "../../../ports/stores/people-store.ts";
import { requireName } from "../../require-name.ts";
import { signInFailed } from "../access/authorize.ts";
import { createPersonEntry } from "../audit-entry.ts";
import type { Operation, Output } from "../contract.ts";
import { createLink, digestCode, invitationId } from "../sign-in/link-codes.ts";
import { requireStrongPassword } from "../sign-in/password-rules.ts";
import { nameTakenProblem, signIn } from "../sign-in/session.ts";

export const inviteMember: Operation<"inviteMember"> = async ({ role }, context) => {
  const { account, peopleStore, origin, now, current } = context;
  const { person } = current;
  const { url, ticket } = await createLink(
    peopleStore,
    { kind: "invitation", account, creator: person.id, data: role },
    { origin, now: now() },
    (created) =>
      createPersonEntry(context, person, {
        action: "invitation.created",
        subject: invitationId(created),
        details: { role },
      }),
  );
  return { invitation: invitationView(ticket), url };
};

export const listInvitations: Operation<"listInvitations"> = async (
  _,
  { account, peopleStore, now },
) => ({
  data: (await peopleStore.listTickets(account, "invitation", now())).map(invitationView),
});

export const withdrawInvitation: Operation<"withdrawInvitation"> = async (
  { invitation: id },
  context,
) => {
  const { account, peopleStore, now, current } = context;
  const tickets = await peopleStore.listTickets(account, "invitation", now());
  const ticket = tickets.find((each) => invitationId(each) === id);
  const entry = createPersonEntry(context, current.person, {
    action: "invitation.withdrawn",
    subject: id,
  });
  if (ticket && (await peopleStore.removeTicket(ticket, entry))) return { withdrawn: true };
  throw new Problem("record_not_found", "The account has no such invitation.", {
    hint: "List the invitations. It may have been accepted.",
  });
};

export const acceptInvitation: Operation<"acceptInvitation"> = async (
  { code, name: rawName, password },
  context,
) => {
  const { account, peopleStore, passwords, client, now, visitor, origin } = context;
  if (visitor)
    throw new Problem("already_member", `You are a member already, as ${visitor.person.name}.`, {
      hint: "To accept the invitation as another person, sign out first.",
    });
  const name = requireName(rawName);
  if (password !== undefined) requireStrongPassword(password, name);
  await client.count();
  const digest = await digestCode(code);
  const ticket = await peopleStore.findTicket(digest, "invitation", now());
  if (!ticket) throw signInFailed(origin);
  const since = new Date(now()).toISOString();
  const person: Person = {
    id: randomId("per"),
    name,
    ...(password !== undefined && {
      password: await passwords.hash(password, { holder: digest, isKnown: true }),
    }),
    created: since,
  };
  const role = roleOf(ticket);
  const outcome = await peopleStore.acceptInvitation(
    { digest, person, member: { account, person: person.id, role, since } },
    createPersonEntry(context, person, {
      action: "member.joined",
      subject: person.id,
      details: { role, invitation: invitationId(ticket) },
    }),
  );
  if (outcome === "name_taken") throw nameTakenProblem(name);
  if (outcome === "unusable") throw signInFailed(origin);
  return signIn(context, person, "invitation");
};

const roleOf = ({ data }: Ticket): Role => (data === "owner" ? "owner" : "member");

/** Returns the API's view of an invitation. It never has its code. */
const invitationView = (ticket: Ticket): Output<"inviteMember">["invitation"] => ({
  id: invitationId(ticket),
  role: roleOf(ticket),
  ...(ticket.creator !== undefined && { created_by: ticket.creator }),
  expires: new Date(ticket.expires).toISOString(),
});
