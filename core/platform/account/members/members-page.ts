import type { HttpResponse } from "../../../http/handler.ts";
import { type Html, html } from "../../../lib/html-page/index.ts";
import type { Output } from "../contract.ts";
import { withConfirmation } from "../pages/confirmation-page.ts";
import { accountForm, type Page } from "../pages/page.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { renderProofLink } from "../pages/parts/proof-link.ts";
import { renderTime } from "../pages/parts/time.ts";
import { renderShellPage } from "../pages/shell-page.ts";
import { renderSettingsTabs } from "../settings/settings-tabs.ts";
import { describeWithdrawal } from "./member-ending.ts";
import { MEMBERS_PATH } from "./members-path.ts";
import { renderNewLink } from "./new-link.ts";

type Member = Output<"updateMember">;
type Invitation = Output<"inviteMember">["invitation"];

const ROLES = [
  ["member", "Member", "Connects apps, runs tools, and manages their own keys."],
  ["owner", "Owner", "Also manages members, all keys, OAuth clients and the account."],
] as const;

/** Renders the members and invitations, below a new invitation if there is one. */
async function renderMembersPage(
  request: PageRequest,
  created?: Output<"inviteMember">,
): Promise<HttpResponse> {
  const { context, run } = request;
  const { person, member } = context.current;
  const now = context.now();
  const { data: members } = await run("listMembers", {});
  const account = await run("getAccount", {});
  return renderShellPage(request, {
    title: "Members",
    lead: `The people who can sign in to ${account.name || "this account"}.`,
    status: created ? 201 : 200,
    main: html`${renderProofLink(request, MEMBERS_PATH)}${renderSettingsTabs(request, MEMBERS_PATH)}
${
  created &&
  renderNewLink(
    created.url,
    `Invitation for ${created.invitation.role === "owner" ? "an owner" : "a member"}`,
    html`Send the link to the person. It works once and expires ${renderTime(created.invitation.expires, now)}.`,
  )
}
<section aria-labelledby="members"><div class="bar"><h2 id="members">Members <span class="count">${members.length}</span></h2></div>
<ul class="rows">${members.map((each) => renderMember(each, { isOwner: member.role === "owner", isYou: each.person === person.id, now }))}</ul></section>
${member.role === "owner" && renderInvitations((await run("listInvitations", {})).data, members, now)}`,
  });
}

const renderMember = (
  { person, name, role, since }: Member,
  {
    isOwner,
    isYou,
    now,
  }: { readonly isOwner: boolean; readonly isYou: boolean; readonly now: number },
): Html => html`<li class="row"><div class="grow"><h3>${name}${role === "owner" && html` <span class="chip">Owner</span>`}${isYou && html` <span class="chip">You</span>`}</h3><p>Joined ${renderTime(since, now)}</p></div>
${isOwner && html`<a class="button quiet small-button" href="/account/members/${person}" aria-label="Manage ${name}">Manage</a>`}</li>`;

const renderInvitations = (
  invitations: readonly Invitation[],
  members: readonly Member[],
  now: number,
): Html => html`<section aria-labelledby="invitations"><div class="bar"><h2 id="invitations">Invitations <span class="count">${invitations.length}</span></h2></div>
${invitations.length > 0 && html`<ul class="rows">${invitations.map((invitation) => renderInvitation(invitation, members, now))}</ul><p></p>`}
<form class="box" method="post" action="${MEMBERS_PATH}/invite">
<p>You get a link to send to the person. It works once, for 7 days.</p>
${renderRoleChoice("member")}
<button type="submit">Create an invitation</button></form></section>`;

const renderInvitation = (
  { id, role, created_by: creator, expires }: Invitation,
  members: readonly Member[],
  now: number,
): Html => {
  const by = members.find(({ person }) => person === creator)?.name ?? "the command line";
  return html`<li class="row"><div class="grow"><h3>${role === "owner" ? "Owner" : "Member"}</h3><p>Created by ${by}, expires ${renderTime(expires, now)}. <code>${id}</code></p></div>
<form method="post" action="${MEMBERS_PATH}/withdraw"><input type="hidden" name="invitation" value="${id}"><button type="submit" class="quiet small-button">Withdraw</button></form></li>`;
};

/** Renders the choice of a role. */
export const renderRoleChoice = (chosen: string): Html =>
  html`<fieldset><legend>Role</legend><div class="choices">${ROLES.map(
    ([role, label, text]) =>
      html`<label class="choice"><input type="radio" name="role" value="${role}"${role === chosen && html` checked`}><span>${label}</span><small>${text}</small></label>`,
  )}</div></fieldset>`;

/** The members of the account and the invitations. */
export const membersPage: Page = {
  path: MEMBERS_PATH,
  role: "member",
  render: (request) => renderMembersPage({ ...request, path: MEMBERS_PATH }),
  forms: [
    accountForm(`${MEMBERS_PATH}/invite`, "inviteMember", (request, output) =>
      renderMembersPage({ ...request, path: MEMBERS_PATH }, output),
    ),
    withConfirmation(
      accountForm(`${MEMBERS_PATH}/withdraw`, "withdrawInvitation", () => MEMBERS_PATH),
      describeWithdrawal,
    ),
  ],
};
