/** Microsoft Graph is one document of a dozen products; each has its paths, the first that fits. */
export const GRAPH_PRODUCTS: readonly (readonly [
  slug: string,
  name: string,
  aliases: readonly string[],
  paths: RegExp,
])[] = [
  ["excel", "Microsoft Excel", ["spreadsheet", "workbook"], /\/workbook(?:\/|$|\()/],
  ["onenote", "Microsoft OneNote", ["notes"], /\/onenote(?:\/|$)/],
  ["planner", "Microsoft Planner", [], /\/planner(?:\/|$)/],
  ["microsoft_todo", "Microsoft To Do", ["tasks"], /^\/(?:me|users\/\{[^}]+\})\/todo(?:\/|$)/],
  [
    "outlook_calendar",
    "Outlook Calendar",
    ["microsoft calendar"],
    /^\/(?:me|users\/\{[^}]+\}|groups\/\{[^}]+\})\/(?:calendar|calendars|calendarGroups|calendarView|events|findMeetingTimes|microsoft\.graph\.(?:findMeetingTimes|reminderView))(?:[/(]|$)|^\/places/,
  ],
  [
    "outlook_contacts",
    "Outlook Contacts",
    ["microsoft contacts"],
    /^\/(?:me|users\/\{[^}]+\})\/(?:contacts|contactFolders)(?:[/(]|$)/,
  ],
  [
    "outlook_mail",
    "Outlook Mail",
    ["microsoft outlook", "office 365 mail"],
    /^\/(?:me|users\/\{[^}]+\})\/(?:messages|mailFolders|sendMail|inferenceClassification|outlook|mailboxSettings|microsoft\.graph\.(?:sendMail|getMailTips))(?:[/(]|$)/,
  ],
  [
    "microsoft_teams",
    "Microsoft Teams",
    ["ms teams"],
    /^\/(?:teams|chats|teamwork|teamsTemplates|communications|appCatalogs)(?:[/(]|$)|\/(?:joinedTeams|onlineMeetings|presence|teamwork|chats|team)(?:[/(]|$)/,
  ],
  ["sharepoint", "Microsoft SharePoint", [], /^\/sites(?:[/(]|$)|\/sites(?:[/(]|$)/],
  [
    "onedrive",
    "Microsoft OneDrive",
    [],
    /^\/(?:drives|shares|drive)(?:[/(]|$)|\/(?:drive|drives)(?:[/(]|$)/,
  ],
  [
    "microsoft_intune",
    "Microsoft Intune",
    ["device management"],
    /^\/(?:deviceManagement|deviceAppManagement)(?:[/(]|$)|\/(?:managedDevices|managedAppRegistrations|deviceManagementTroubleshootingEvents)(?:[/(]|$)/,
  ],
  ["microsoft_education", "Microsoft Education", [], /^\/education(?:[/(]|$)/],
  ["microsoft_defender", "Microsoft Defender", ["security alerts"], /^\/security(?:[/(]|$)/],
  ["entra_id_governance", "Microsoft Entra ID Governance", [], /^\/identityGovernance(?:[/(]|$)/],
  ["microsoft_universal_print", "Microsoft Universal Print", [], /^\/print(?:[/(]|$)/],
  [
    "microsoft_365_reports",
    "Microsoft 365 Usage Reports",
    [],
    /^\/(?:reports|auditLogs)(?:[/(]|$)/,
  ],
  ["microsoft_bookings", "Microsoft Bookings", [], /^\/solutions(?:[/(]|$)/],
  ["microsoft_search", "Microsoft Search", [], /^\/(?:search|external|connections)(?:[/(]|$)/],
  ["entra_id", "Microsoft Entra ID", ["azure active directory", "azure ad"], /^/],
];

/** Which product a path of Microsoft Graph is of. */
export const findGraphProduct = (path: string) =>
  GRAPH_PRODUCTS.find(([, , , paths]) => paths.test(path))![0];
