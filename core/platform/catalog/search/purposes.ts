import { phraseKey, tokenize } from "./index-apps.ts";

/** Synonyms of the categories of the catalog. Finer purposes are those of single apps. */
const SYNONYMS: Readonly<Record<string, string>> = {
  accounting: "bookkeeping, invoicing, invoices, invoice, expenses, billing",
  ai: "llm, language model, chatbot, machine learning, artificial intelligence",
  analytics: "statistics, dashboards, bi, business intelligence",
  calendar: "scheduling, appointments, bookings",
  cloud: "hosting, servers, infrastructure, web hosting",
  cms: "blog, blogging, content management, website builder",
  communication: "chat, messaging, messenger",
  crm: "sales, leads, customer relationship management, sales pipeline",
  databases: "sql, data warehouse",
  design: "prototyping, graphics",
  "developer tools": "development, programming, devops, coding",
  documents: "notes, wiki, knowledge base, word processing",
  "e-commerce": "online shop, online store, shop, store, shopping",
  email: "mail, mailbox, inbox, e mail, transactional email",
  files: "file storage, cloud storage, storage, file sharing, backup",
  forms: "form, survey, questionnaire, polls, quiz",
  hr: "human resources, recruiting, recruitment, payroll, ats",
  identity: "login, sso, single sign on, authentication",
  iot: "internet of things, smart home, sensors, devices",
  maps: "map, geocoding, routing, directions, navigation",
  marketing: "newsletter, ads, advertising, email marketing, seo, campaigns",
  media: "photos, videos, entertainment, streaming",
  monitoring: "alerting, incidents, on call, uptime, logging, observability",
  payments: "payment, pay, checkout, subscriptions, credit cards, payment processing",
  "project management":
    "kanban, todo, to do list, tasks, task management, issue tracking, bug tracking, projects, planning",
  security: "cybersecurity, vulnerabilities",
  social: "social media, social network, posts",
  support: "helpdesk, customer support, customer service, live chat, ticketing",
  travel: "trips, flights, transport, hotels",
};

/** All words for categories. */
export const CATEGORY_PHRASES: readonly string[] = Object.entries(SYNONYMS).flatMap(
  ([category, synonyms]) => [category, ...synonyms.split(", ")],
);

const categories = new Map(
  Object.entries(SYNONYMS).flatMap(([category, synonyms]) =>
    [category, ...synonyms.split(", ")].map((phrase) => [phraseKey(tokenize(phrase)), category]),
  ),
);

/** The category that a phrase names, such as `support` for "help desk", or undefined. */
export const findCategory = (key: string): string | undefined => categories.get(key);
