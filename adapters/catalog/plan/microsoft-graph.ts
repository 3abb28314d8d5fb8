import { requireValue } from "../../../core/lib/kit/require-value.ts";

/** A product of Microsoft Graph and the paths that belong to it. */
interface GraphProduct {
  readonly slug: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly paths: RegExp;
}

/**
 * Microsoft Graph is one document for many products. A path belongs to the first product that
 * matches it.
 */
export const GRAPH_PRODUCTS: readonly GraphProduct[] = [
  {
    slug: "excel",
    name: "Microsoft Excel",
    aliases: ["spreadsheet", "workbook"],
    paths: /\/workbook(?:\/|$|\()/,
  },
  { slug: "onenote", name: "Microsoft OneNote", aliases: ["notes"], paths: /\/onenote(?:\/|$)/ },
  { slug: "planner", name: "Microsoft Planner", aliases: [], paths: /\/planner(?:\/|$)/ },
  {
    slug: "microsoft_todo",
    name: "Microsoft To Do",
    aliases: ["tasks"],
    paths: /^\/(?:me|users\/\{[^}]+\})\/todo(?:\/|$)/,
  },
  {
    slug: "outlook_calendar",
    name: "Outlook Calendar",
    aliases: ["microsoft calendar"],
    paths:
      /^\/(?:me|users\/\{[^}]+\}|groups\/\{[^}]+\})\/(?:calendar|calendars|calendarGroups|calendarView|events|findMeetingTimes|microsoft\.graph\.(?:findMeetingTimes|reminderView))(?:[/(]|$)|^\/places/,
  },
  {
    slug: "outlook_contacts",
    name: "Outlook Contacts",
    aliases: ["microsoft contacts"],
    paths: /^\/(?:me|users\/\{[^}]+\})\/(?:contacts|contactFolders)(?:[/(]|$)/,
  },
  {
    slug: "outlook_mail",
    name: "Outlook Mail",
    aliases: ["microsoft outlook", "office 365 mail"],
    paths:
      /^\/(?:me|users\/\{[^}]+\})\/(?:messages|mailFolders|sendMail|inferenceClassification|outlook|mailboxSettings|microsoft\.graph\.(?:sendMail|getMailTips))(?:[/(]|$)/,
  },
  {
    slug: "microsoft_teams",
    name: "Microsoft Teams",
    aliases: ["ms teams"],
    paths:
      /^\/(?:teams|chats|teamwork|teamsTemplates|communications|appCatalogs)(?:[/(]|$)|\/(?:joinedTeams|onlineMeetings|presence|teamwork|chats|team)(?:[/(]|$)/,
  },
  {
    slug: "sharepoint",
    name: "Microsoft SharePoint",
    aliases: [],
    paths: /^\/sites(?:[/(]|$)|\/sites(?:[/(]|$)/,
  },
  {
    slug: "onedrive",
    name: "Microsoft OneDrive",
    aliases: [],
    paths: /^\/(?:drives|shares|drive)(?:[/(]|$)|\/(?:drive|drives)(?:[/(]|$)/,
  },
  {
    slug: "microsoft_intune",
    name: "Microsoft Intune",
    aliases: ["device management"],
    paths:
      /^\/(?:deviceManagement|deviceAppManagement)(?:[/(]|$)|\/(?:managedDevices|managedAppRegistrations|deviceManagementTroubleshootingEvents)(?:[/(]|$)/,
  },
  {
    slug: "microsoft_education",
    name: "Microsoft Education",
    aliases: [],
    paths: /^\/education(?:[/(]|$)/,
  },
  {
    slug: "microsoft_defender",
    name: "Microsoft Defender",
    aliases: ["security alerts"],
    paths: /^\/security(?:[/(]|$)/,
  },
  {
    slug: "entra_id_governance",
    name: "Microsoft Entra ID Governance",
    aliases: [],
    paths: /^\/identityGovernance(?:[/(]|$)/,
  },
  {
    slug: "microsoft_universal_print",
    name: "Microsoft Universal Print",
    aliases: [],
    paths: /^\/print(?:[/(]|$)/,
  },
  {
    slug: "microsoft_365_reports",
    name: "Microsoft 365 Usage Reports",
    aliases: [],
    paths: /^\/(?:reports|auditLogs)(?:[/(]|$)/,
  },
  {
    slug: "microsoft_bookings",
    name: "Microsoft Bookings",
    aliases: [],
    paths: /^\/solutions(?:[/(]|$)/,
  },
  {
    slug: "microsoft_search",
    name: "Microsoft Search",
    aliases: [],
    paths: /^\/(?:search|external|connections)(?:[/(]|$)/,
  },
  {
    slug: "entra_id",
    name: "Microsoft Entra ID",
    aliases: ["azure active directory", "azure ad"],
    paths: /^/,
  },
];

/**
 * Paths whose operations Microsoft Graph has at shorter paths too, because a resource is listed
 * under everything that leads to it: an event in a calendar view and an occurrence in a series are
 * events, and a child of a term is a term. Lists stay, because they have other items.
 */
const REPEATED: readonly RegExp[] = [
  // Lists return their number with $count=true.
  /\/\$count$/,
  // Extended properties are those of Outlook's MAPI.
  /(?:single|multi)ValueExtendedProperties/,
  // A directory object with its type is the object with that ID.
  /\{[^}]+\}\/microsoft\.graph\.(?:application|device|endpoint|group|orgContact|servicePrincipal|user)$/,
  // Terms
  /\/termStores?\/.*\/(?:parentGroup\/|children\/\{[^}]+\}\/)/,
  // Mail and contacts
  /\/mailFolders\/\{[^}]+\}\/(?:messages|childFolders)\/\{/,
  /\/contactFolders\/\{[^}]+\}\/(?:contacts|childFolders)\/\{/,
  /\/conversations\/\{[^}]+\}\/threads\/\{/,
  // Events and calendars
  /\/calendarView\/\{|\/instances\/\{[^}]+\}\//,
  /\/calendarGroups\/\{[^}]+\}\/calendars\/\{/,
  /\/(?:calendar|calendars\/\{[^}]+\})\/events\/\{[^}]+\}\//,
  // Teams, channels and chats
  /\/joinedTeams\/\{|^\/groups\/\{[^}]+\}\/team\/|\/primaryChannel\//,
  /^\/users\/\{[^}]+\}\/chats\/\{|^\/me\/chats\/\{[^}]+\}(?!.*oftDelete$)/,
  // Sites, and the sites and notes of groups
  /^\/groups\/\{[^}]+\}\/sites\/\{|^\/sites\/\{[^}]+\}\/sites\/\{/,
  /^\/shares\/\{[^}]+\}\/(?:list|items|site|listItem|root)\//,
  // Plans and tasks
  /^\/(?:me|users\/\{[^}]+\}|groups\/\{[^}]+\})\/planner\/(?:plans|tasks)\/\{/,
  /\/planner\/(?:plans\/\{[^}]+\}|buckets\/\{[^}]+\})\/(?:buckets|tasks)\/\{/,
  // Sheets and tables of workbooks
  /\/workbook\/.*\/worksheet(?:\/|\(|$)|\/worksheets\/\{[^}]+\}\/tables\/\{/,
  // Sections and pages of notebooks
  /\/onenote\/.*\/(?:parentNotebook|parentSection|parentSectionGroup)(?:\/|$)/,
  /\/onenote\/(?:notebooks|sectionGroups)\/.*\/(?:sections|sectionGroups)\/\{|\/onenote\/sections\/.*\/pages\/\{/,
  // Actions that the overlay's documents have, without the prefix of their namespace
  /^\/me\/messages\/\{[^}]+\}\/microsoft\.graph\.(?:forward|move|reply|replyAll|send)$/,
  /^\/me\/events\/\{[^}]+\}\/microsoft\.graph\.(?:accept|cancel|decline|tentativelyAccept)$/,
  /^\/me\/onenote\/pages\/\{[^}]+\}\/microsoft\.graph\.copyToSection$/,
  /^\/me\/(?:microsoft\.graph\.(?:findMeetingTimes|sendMail)|calendar\/microsoft\.graph\.getSchedule)$/,
  // Managed devices
  /^\/(?:me|users\/\{[^}]+\})\/managedDevices\/\{/,
];

/**
 * Returns the slug of the product that a Microsoft Graph path belongs to, or undefined if its
 * operations have a shorter path.
 */
export const findGraphProduct = (path: string): string | undefined =>
  REPEATED.some((repeated) => repeated.test(path))
    ? undefined
    : requireValue(
        GRAPH_PRODUCTS.find(({ paths }) => paths.test(path)),
        `the product of ${path}`,
      ).slug;
