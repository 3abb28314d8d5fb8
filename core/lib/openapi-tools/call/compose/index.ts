import { argumentError } from "../request-error.ts";
import type { ComposeBody } from "./composed-body.ts";
import { dropboxUpload } from "./dropbox-upload.ts";
import { gmailDraft, gmailMessage } from "./gmail-message.ts";
import { googleCalendarEvent } from "./google-calendar-event.ts";
import { googleDriveUpload } from "./google-drive-upload.ts";
import { googleSheetsRows } from "./google-sheets-rows.ts";
import { jiraIssue } from "./jira-issue.ts";
import { outlookEvent } from "./outlook-event.ts";
import { outlookDraft, outlookMessage } from "./outlook-message.ts";

const COMPOSERS: Readonly<Record<string, ComposeBody>> = {
  dropbox_upload: dropboxUpload,
  gmail_draft: gmailDraft,
  gmail_message: gmailMessage,
  google_calendar_event: googleCalendarEvent,
  google_drive_upload: googleDriveUpload,
  google_sheets_rows: googleSheetsRows,
  jira_issue: jiraIssue,
  outlook_draft: outlookDraft,
  outlook_event: outlookEvent,
  outlook_message: outlookMessage,
};

/** The functions that accept the URL of a file, whose bytes they get. */
const FILE_COMPOSERS: readonly unknown[] = ["dropbox_upload", "google_drive_upload"];

export const composesFile = (name: string | undefined): boolean => FILE_COMPOSERS.includes(name);

/** The names that `compose` of a binding may have. */
export const COMPOSER_NAMES: readonly string[] = Object.keys(COMPOSERS);

/** Returns the function with a name. An unknown one comes from a catalog of a newer version. */
export function findComposer(name: string): ComposeBody {
  const compose = Object.hasOwn(COMPOSERS, name) ? COMPOSERS[name] : undefined;
  if (!compose)
    throw argumentError(undefined, "compose", "The tool needs a newer version of Jackfield.");
  return compose;
}
