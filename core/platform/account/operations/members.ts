import { Problem } from "../../../http/problem.ts";
import { createPersonEntry } from "../audit-entry.ts";
import type { Operation } from "../contract.ts";

export const listMembers: Operation<"listMembers"> = async (_, { account, peopleStore }) => ({
  data: (await peopleStore.listMembers(account)).map(({ person, name, role, since }) => ({
    person,
    name,
    role,
    since,
  })),
});

export const removeMember: Operation<"removeMember"> = async ({ person }, context) => {
  const { account, peopleStore, current } = context;
  const isRemoved = await peopleStore.removeMember(
    account,
    person,
    createPersonEntry(context, current!.person, { action: "member.removed", subject: person }),
  );
  if (isRemoved) return { removed: true };
  if (await peopleStore.findMember(account, person))
    throw new Problem("last_owner", "This member is the last owner of the account.", {
      hint: "Make another member an owner first.",
    });
  throw new Problem("record_not_found", "The account has no such member.", {
    hint: "List the members.",
  });
};

export const listAudit: Operation<"listAudit"> = async (
  { before, limit },
  { account, auditLog },
) => ({
  data: (await auditLog.list(account, { before, limit })).map(
    ({ id, at, actor, action, subject, network }) => ({
      id,
      at,
      actor,
      action,
      ...(subject !== undefined && { subject }),
      ...(network !== undefined && { network }),
    }),
  ),
});
