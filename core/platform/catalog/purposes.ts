/** What people call the purposes of apps, by the category that the catalog has for them. */
const PURPOSES: Readonly<Record<string, string>> = {
  accounting: "bookkeeping, invoicing, invoices, invoice, expenses, billing",
  ai: "llm, language model, language models, chatbot, machine learning, artificial intelligence",
  analytics: "web analytics, statistics, dashboards, bi, business intelligence, tracking",
  calendar: "scheduling, appointments, appointment booking, bookings, meetings scheduling",
  cloud: "hosting, servers, infrastructure, web hosting",
  cms: "blog, blogging, content management, website builder",
  communication:
    "chat, messaging, messenger, team chat, video calls, video conferencing, video meetings, meetings, sms, texting, text messages, phone, calls, telephony",
  crm: "sales, leads, customer relationship management, sales pipeline",
  databases: "database, sql, data warehouse",
  design: "prototyping, wireframes, mockups, whiteboard, graphics",
  "developer tools": "code hosting, git, source code, version control, ci, cd, ci cd, deployment",
  documents:
    "notes, note taking, wiki, knowledge base, e signature, esignature, electronic signature, signatures, spreadsheet, spreadsheets, word processing",
  "e-commerce": "ecommerce, online shop, online store, shop, store, shopping",
  email: "mail, mailbox, inbox, e mail, transactional email",
  files: "file storage, cloud storage, storage, file sharing, backup",
  forms: "form, survey, surveys, questionnaire, questionnaires, polls, quiz",
  hr: "human resources, recruiting, recruitment, hiring, applicant tracking, payroll, ats",
  identity: "login, sso, single sign on, authentication",
  maps: "map, geocoding, routing, directions, navigation",
  marketing: "newsletter, newsletters, ads, advertising, email marketing, seo, campaigns",
  monitoring: "alerting, incidents, on call, uptime, error tracking, logging, observability",
  payments: "payment, pay, checkout, subscriptions, credit cards, payment processing",
  "project management":
    "kanban, to do, todo, todos, to do list, tasks, task management, tickets, issue tracking, issue tracker, bug tracking, projects, planning",
  social: "social media, social network, social networks, posts",
  support: "helpdesk, help desk, customer support, customer service, live chat, ticketing",
};

const categories = new Map(
  Object.entries(PURPOSES).flatMap(([category, purposes]) =>
    [category, ...purposes.split(", ")].map((purpose) => [purpose.replaceAll("-", " "), category]),
  ),
);

/** The category that words name, such as `support` for "help desk", or undefined. */
export const findPurpose = (words: string): string | undefined => categories.get(words);
