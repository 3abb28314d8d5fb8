import {
  type BodyArguments,
  type ComposedBody,
  type Composers,
  jsonBody,
} from "../../../../core/lib/openapi-tools/body/index.ts";

/** A member of a team, channel or chat, given by email address or ID. Without a role, a member. */
const teamsMember = ({
  user,
  role,
  history_since: visibleHistoryStartDateTime,
}: BodyArguments): ComposedBody =>
  jsonBody({
    ...toMember(user, role === undefined ? [] : [role]),
    visibleHistoryStartDateTime,
  });

/** A chat with people, who include the user. With more than two, it is a group. */
function teamsChat({ people, topic }: BodyArguments): ComposedBody {
  const users = people as readonly unknown[];
  const isGroup = users.length > 2 || topic !== undefined;
  return jsonBody({
    chatType: isGroup ? "group" : "oneOnOne",
    topic,
    members: users.map((user) => toMember(user, ["owner"])),
  });
}

const toMember = (user: unknown, roles: readonly unknown[]): object => ({
  "@odata.type": "#microsoft.graph.aadUserConversationMember",
  roles,
  // OData doubles quotes in strings.
  "user@odata.bind": `https://graph.microsoft.com/v1.0/users('${String(user).replaceAll("'", "''")}')`,
});

export const COMPOSERS: Composers = {
  teams_chat: { compose: teamsChat },
  teams_member: { compose: teamsMember },
};
