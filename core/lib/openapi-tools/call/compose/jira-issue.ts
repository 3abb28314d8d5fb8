import type { BodyArguments, ComposedBody } from "./composed-body.ts";
import { jsonBody } from "./composed-body.ts";

/** An issue of the Jira Cloud API, version 3, which expects rich text as a document. */
export function jiraIssue({
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
      project: { key: project },
      issuetype: { name: issueType },
      summary,
      description: typeof description === "string" ? toDocument(description) : undefined,
      assignee: assigneeId === undefined ? undefined : { accountId: assigneeId },
      priority: priority === undefined ? undefined : { name: priority },
      labels,
      parent: parent === undefined ? undefined : { key: parent },
      duedate: dueDate,
    },
  });
}

/** A document of the Atlassian Document Format: a paragraph for each paragraph of the text. */
function toDocument(text: string): object {
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
