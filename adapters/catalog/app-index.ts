// Written by `npm run generate`. Do not edit.
import type { Composers } from "../../core/lib/openapi-tools/body/index.ts";

export const APP_COMPOSERS: Readonly<Record<string, () => Promise<{ COMPOSERS: Composers }>>> = {
  aws_s3: () => import("./apps/aws_s3/compose.ts"),
  azure_devops: () => import("./apps/azure_devops/compose.ts"),
  dropbox: () => import("./apps/dropbox/compose.ts"),
  gmail: () => import("./apps/gmail/compose.ts"),
  google_calendar: () => import("./apps/google_calendar/compose.ts"),
  google_docs: () => import("./apps/google_docs/compose.ts"),
  google_drive: () => import("./apps/google_drive/compose.ts"),
  google_forms: () => import("./apps/google_forms/compose.ts"),
  google_sheets: () => import("./apps/google_sheets/compose.ts"),
  google_slides: () => import("./apps/google_slides/compose.ts"),
  jira: () => import("./apps/jira/compose.ts"),
  microsoft_teams: () => import("./apps/microsoft_teams/compose.ts"),
  outlook_calendar: () => import("./apps/outlook_calendar/compose.ts"),
  outlook_mail: () => import("./apps/outlook_mail/compose.ts"),
  planner: () => import("./apps/planner/compose.ts"),
};

/** The apps whose folder has `webhooks.json`. */
export const WEBHOOK_APPS: readonly string[] = [
  "airtable",
  "asana",
  "calendly",
  "github",
  "gitlab",
  "google_calendar",
  "outlook_calendar",
  "outlook_mail",
  "shopify",
  "stripe",
  "telegram",
  "typeform",
  "woocommerce",
];
