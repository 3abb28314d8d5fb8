import { argumentError } from "../request-error.ts";
import { azureDevopsWorkItem } from "./azure-devops-work-item.ts";
import type { ComposeBody } from "./composed-body.ts";
import { dropboxUpload } from "./dropbox-upload.ts";
import { gmailDraft, gmailMessage } from "./gmail-message.ts";
import {
  googleCalendarChange,
  googleCalendarEvent,
  googleCalendarFreeBusy,
} from "./google-calendar-event.ts";
import {
  googleDocsDocument,
  googleDocsImage,
  googleDocsPageBreak,
  googleDocsParagraphStyle,
  googleDocsTable,
  googleDocsText,
  googleDocsTextStyle,
} from "./google-docs-edits.ts";
import { googleDriveUpload } from "./google-drive-upload.ts";
import { googleFormsInfo, googleFormsQuestions } from "./google-forms-edits.ts";
import { googlePlaceholders } from "./google-requests.ts";
import {
  googleSheetsChart,
  googleSheetsDropdown,
  googleSheetsFind,
  googleSheetsFormat,
  googleSheetsMerge,
  googleSheetsSort,
  googleSheetsSpreadsheet,
} from "./google-sheets-edits.ts";
import { googleSheetsRows } from "./google-sheets-rows.ts";
import { googleSlidesSlide, googleSlidesTextBox } from "./google-slides-edits.ts";
import { jiraComment, jiraIssue, jiraWorklog } from "./jira-issue.ts";
import {
  outlookEvent,
  outlookEventChange,
  outlookMeetingTimes,
  outlookSchedule,
} from "./outlook-event.ts";
import {
  outlookAttachment,
  outlookDraft,
  outlookForward,
  outlookMessage,
} from "./outlook-message.ts";
import { plannerTask } from "./planner-task.ts";
import { s3Object } from "./s3-object.ts";
import { teamsChat, teamsMember } from "./teams-members.ts";

const COMPOSERS: Readonly<Record<string, ComposeBody>> = {
  azure_devops_work_item: azureDevopsWorkItem,
  dropbox_upload: dropboxUpload,
  gmail_draft: gmailDraft,
  gmail_message: gmailMessage,
  google_calendar_change: googleCalendarChange,
  google_calendar_event: googleCalendarEvent,
  google_calendar_free_busy: googleCalendarFreeBusy,
  google_docs_document: googleDocsDocument,
  google_docs_image: googleDocsImage,
  google_docs_page_break: googleDocsPageBreak,
  google_docs_paragraph_style: googleDocsParagraphStyle,
  google_docs_table: googleDocsTable,
  google_docs_text: googleDocsText,
  google_docs_text_style: googleDocsTextStyle,
  google_drive_upload: googleDriveUpload,
  google_forms_info: googleFormsInfo,
  google_forms_questions: googleFormsQuestions,
  google_placeholders: googlePlaceholders,
  google_sheets_chart: googleSheetsChart,
  google_sheets_dropdown: googleSheetsDropdown,
  google_sheets_find: googleSheetsFind,
  google_sheets_format: googleSheetsFormat,
  google_sheets_merge: googleSheetsMerge,
  google_sheets_rows: googleSheetsRows,
  google_sheets_sort: googleSheetsSort,
  google_sheets_spreadsheet: googleSheetsSpreadsheet,
  google_slides_slide: googleSlidesSlide,
  google_slides_text_box: googleSlidesTextBox,
  jira_comment: jiraComment,
  jira_issue: jiraIssue,
  jira_worklog: jiraWorklog,
  outlook_attachment: outlookAttachment,
  outlook_draft: outlookDraft,
  outlook_event: outlookEvent,
  outlook_event_change: outlookEventChange,
  outlook_forward: outlookForward,
  outlook_meeting_times: outlookMeetingTimes,
  outlook_message: outlookMessage,
  outlook_schedule: outlookSchedule,
  planner_task: plannerTask,
  s3_object: s3Object,
  teams_chat: teamsChat,
  teams_member: teamsMember,
};

/** The functions that accept the URL of a file, whose bytes they get. */
const FILE_COMPOSERS: readonly unknown[] = ["dropbox_upload", "google_drive_upload", "s3_object"];

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
