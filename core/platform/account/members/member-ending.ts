import { Problem } from "../../../http/problem.ts";
import type { Output } from "../contract.ts";
import {
  type Consequence,
  count,
  type DescribeEnd,
  listNames,
} from "../pages/confirmation-page.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { MEMBERS_PATH } from "./members-path.ts";

type Member = Output<"updateMember">;

async function readMember({ run, parameters, context }: PageRequest) {
  const { data } = await run("listMembers", {});
  const member = data.find(({ person }) => person === parameters["person"]);
  if (!member)
    throw new Problem("record_not_found", "The account has no such member.", {
      hint: "List the members.",
    });
  const isYou = member.person === context.current.person.id;
  const owners = data.filter(({ role }) => role === "owner");
  const isLastOwner = member.role === "owner" && owners.length === 1;
  return { member, isYou, isLastOwner };
}

const cancel = ({ person }: Member, text: string) => ({
  text,
  path: `${MEMBERS_PATH}/${person}`,
});

/** Asks before an owner becomes a member. Other changes of a role end nothing. */
export const describeRoleChange: DescribeEnd = async (request, fields) => {
  const { member, isYou, isLastOwner } = await readMember(request);
  if (member.role !== "owner" || fields.get("role") !== "member" || isLastOwner) return undefined;
  return {
    title: isYou ? "Give up your role as owner?" : `Make ${member.name} a member?`,
    consequences: [
      {
        icon: "users",
        text: `${isYou ? "You" : member.name} can no longer manage members, all keys, OAuth clients and the account`,
      },
    ],
    kept: isYou
      ? "You stay a member. Only another owner can make you an owner again."
      : "They stay a member. You can make them an owner again.",
    action: isYou ? "Give up the role" : "Change the role",
    cancel: cancel(member, "Keep the role"),
  };
};

/** Asks before a member is removed. */
export const describeMemberRemoval: DescribeEnd = async (request, fields) => {
  const { member, isYou, isLastOwner } = await readMember(request);
  if (isLastOwner) return undefined;
  const { data: keys } = await request.run("listKeys", {});
  const own = keys.filter(
    ({ status, created_by: creator }) => status === "active" && creator?.id === member.person,
  );
  const isRevoking = fields.get("keys") !== "keep";
  const keysEnd: readonly Consequence[] =
    own.length > 0 && isRevoking
      ? [
          {
            icon: "key",
            text: `${count(own.length, "key")} ${own.length === 1 ? "is" : "are"} revoked`,
            detail: listNames(own.map(({ name }) => name)),
          },
        ]
      : [];
  return {
    title: isYou ? "Leave the account?" : `Remove ${member.name}?`,
    consequences: [
      {
        icon: "users",
        text: isYou ? "You lose access" : `${member.name} loses access`,
        detail: "Sessions and links end within a second.",
      },
      ...keysEnd,
    ],
    kept:
      own.length > 0 && !isRevoking
        ? `${count(own.length, "key")} that ${member.name} created ${own.length === 1 ? "goes" : "go"} on working.`
        : "Connections, triggers and the log of runs stay.",
    action: isYou ? "Leave" : `Remove ${member.name}`,
    cancel: cancel(member, isYou ? "Stay" : "Keep the member"),
  };
};

/** Asks before an invitation is withdrawn. */
export const describeWithdrawal: DescribeEnd = async ({ run }, fields) => {
  const { data } = await run("listInvitations", {});
  const invitation = data.find(({ id }) => id === fields.get("invitation"));
  if (!invitation) return undefined;
  return {
    title: "Withdraw the invitation?",
    consequences: [
      {
        icon: "users",
        text: `The link for ${invitation.role === "owner" ? "an owner" : "a member"} stops working`,
        detail: `Invitation ${invitation.id}.`,
      },
    ],
    kept: "You can create another invitation.",
    action: "Withdraw",
    cancel: { text: "Keep it", path: MEMBERS_PATH },
  };
};
