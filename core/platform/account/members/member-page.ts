import type { HttpResponse } from "../../../http/handler.ts";
import { Problem } from "../../../http/problem.ts";
import { type Html, html } from "../../../lib/html-page/index.ts";
import type { Output } from "../contract.ts";
import { renderLastUse } from "../keys/key.ts";
import { withConfirmation } from "../pages/confirmation-page.ts";
import { accountForm, type Page } from "../pages/page.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { renderProofLink } from "../pages/parts/proof-link.ts";
import { renderTime } from "../pages/parts/time.ts";
import { renderShellPage } from "../pages/shell-page.ts";
import { describeMemberRemoval, describeRoleChange } from "./member-ending.ts";
import { renderRoleChoice } from "./members-page.ts";
import { MEMBERS_PATH } from "./members-path.ts";
import { renderNewLink } from "./new-link.ts";

/** Renders a member, below a new sign-in link if there is one. */
async function renderMemberPage(
  request: PageRequest,
  created?: Output<"createSignInLink">,
): Promise<HttpResponse> {
  const { context, parameters, problem, fields, run } = request;
  const { data: members } = await run("listMembers", {});
  const member = members.find(({ person }) => person === parameters["person"]);
  if (!member)
    throw new Problem("record_not_found", "The account has no such member.", {
      hint: "List the members.",
    });
  const { person, name, role, since } = member;
  const path = `${MEMBERS_PATH}/${person}`;
  const now = context.now();
  const { data: keys } = await run("listKeys", {});
  const own = keys.filter(
    ({ status, created_by: creator }) =>
      status === "active" && creator?.kind === "person" && creator.id === person,
  );
  return renderShellPage(
    { ...request, path: MEMBERS_PATH },
    {
      title: name,
      lead: html`<a href="${MEMBERS_PATH}">Members</a>`,
      status: created ? 201 : 200,
      main: html`${renderProofLink(request, path)}
${problem?.code === "last_owner" && html`<p><a class="button quiet" href="${MEMBERS_PATH}">Members and invitations</a></p>`}
${created && renderNewLink(created.url, `Sign-in link for ${name}`, html`Send the link to ${name} only. It works once and expires ${renderTime(created.expires, now)}.`)}
<p>${role === "owner" ? "Owner" : "Member"}, joined ${renderTime(since, now)}. <code>${person}</code></p>
<section aria-label="Role">
<form class="box" method="post" action="${path}/role">
${renderRoleChoice(fields?.get("role") ?? role)}
<button type="submit" class="quiet">Change the role</button></form></section>
<section aria-labelledby="sign-in-link"><h2 id="sign-in-link">Sign-in link</h2>
<form class="box" method="post" action="${path}/sign-in-link">
<p>For ${name}, if they have lost their passkey. The link works once, for 15 minutes.</p>
<button type="submit" class="quiet">Create a sign-in link</button></form></section>
<section aria-labelledby="remove"><h2 id="remove">Remove</h2>
<form class="box" method="post" action="${path}/remove">
<p>Sessions and links of ${name} end within a second.</p>
${own.length > 0 && renderKeysChoice(own, fields?.get("keys") ?? "revoke", now)}
<button type="submit" class="danger">Remove ${name}</button></form></section>`,
    },
  );
}

const renderKeysChoice = (
  keys: readonly Output<"getKey">[],
  chosen: string,
  now: number,
): Html => html`<fieldset><legend>What becomes of the ${keys.length === 1 ? "key" : `${keys.length} keys`} that this member created?</legend>
<div class="choices">${KEY_CHOICES.map(
  ([value, label, text]) =>
    html`<label class="choice"><input type="radio" name="keys" value="${value}"${value === chosen && html` checked`}><span>${label}</span><small>${text}</small></label>`,
)}</div></fieldset>
<ul class="rows">${keys.map((key) => html`<li class="row"><div class="grow"><h3><a href="/keys/${key.id}">${key.name}</a></h3><p>Last used: ${renderLastUse(key, now)}</p></div></li>`)}</ul><p></p>`;

const KEY_CHOICES = [
  ["revoke", "Revoke them", "Programs that use them are rejected within a second."],
  ["keep", "Keep them", "They go on working. The member may know their secrets."],
] as const;

const toMember = ({ parameters }: PageRequest) => `${MEMBERS_PATH}/${parameters["person"]}`;

/** A member, and the forms to change their role, sign them in and remove them. */
export const memberPage: Page = {
  path: `${MEMBERS_PATH}/{person}`,
  role: "owner",
  render: (request) => renderMemberPage(request),
  forms: [
    withConfirmation(
      accountForm(`${MEMBERS_PATH}/{person}/role`, "updateMember", toMember),
      describeRoleChange,
    ),
    accountForm(`${MEMBERS_PATH}/{person}/sign-in-link`, "createSignInLink", renderMemberPage),
    withConfirmation(
      accountForm(`${MEMBERS_PATH}/{person}/remove`, "removeMember", () => MEMBERS_PATH),
      describeMemberRemoval,
    ),
  ],
};
