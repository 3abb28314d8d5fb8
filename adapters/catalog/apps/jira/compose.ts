import {
  argumentError,
  type BodyArguments,
  type ComposedBody,
  type Composers,
  jsonBody,
} from "../../../../core/lib/openapi-tools/body/index.ts";

/**
 * An issue of the Jira Cloud API, version 3, which expects rich text as a document. A change of an
 * issue has only the arguments that change.
 */
function jiraIssue({
  project,
  issue_type: issueType,
  summary,
  description,
  assignee_id: assigneeId,
  priority,
  labels,
  parent,
  due_date: dueDate,
  fields,
}: BodyArguments): ComposedBody {
  return jsonBody({
    fields: {
      ...(fields as object | undefined),
      project: project === undefined ? undefined : { key: project },
      issuetype: issueType === undefined ? undefined : { name: issueType },
      summary,
      description: toDocument(description),
      assignee: assigneeId === undefined ? undefined : { accountId: assigneeId },
      priority: priority === undefined ? undefined : { name: priority },
      labels,
      parent: parent === undefined ? undefined : { key: parent },
      duedate: dueDate,
    },
  });
}

/** A comment, which in a service project can be for its agents only. */
const jiraComment = ({ text, internal }: BodyArguments): ComposedBody =>
  jsonBody({
    body: toDocument(text),
    ...(internal !== undefined && {
      properties: [{ key: "sd.public.comment", value: { internal } }],
    }),
  });

/** Logged work. */
const jiraWorklog = ({ time_spent: timeSpent, started, text }: BodyArguments): ComposedBody =>
  jsonBody({
    timeSpent,
    started: started === undefined ? undefined : toJiraTime(String(started)),
    comment: toDocument(text),
  });

/** Jira accepts only times with milliseconds and an offset without a colon. */
function toJiraTime(text: string): string {
  const time = new Date(text);
  // RFC 3339 allows leap seconds, which dates don't have.
  if (Number.isNaN(time.getTime()))
    throw argumentError("started", "time", "Must be a time such as 2026-11-25T09:00:00Z.");
  return time.toISOString().replace("Z", "+0000");
}

/** A document of the Atlassian Document Format: a paragraph for each paragraph of the text. */
function toDocument(text: unknown): object | undefined {
  if (typeof text !== "string") return undefined;
  const paragraphs = text.split(/\r?\n\s*\r?\n/).map((paragraph) => ({
    type: "paragraph",
    content: paragraph
      .split(/\r?\n/)
      .flatMap((line, index) => [
        ...(index > 0 ? [{ type: "hardBreak" }] : []),
        ...(line === "" ? [] : [{ type: "text", text: line }]),
      ]),
  }));
  return { type: "doc", version: 1, content: paragraphs };
}

export const COMPOSERS: Composers = {
  jira_comment: { compose: jiraComment },
  jira_issue: { compose: jiraIssue },
  jira_worklog: { compose: jiraWorklog },
};
