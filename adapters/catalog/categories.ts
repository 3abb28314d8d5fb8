/** What the directory's categories are called here; those that say nothing are left out. */
const CATEGORIES: Readonly<Record<string, string>> = {
  analytics: "analytics",
  backend: "developer tools",
  cloud: "cloud",
  collaboration: "project management",
  customer_relation: "crm",
  developer_tools: "developer tools",
  ecommerce: "e-commerce",
  education: "education",
  email: "email",
  enterprise: "crm",
  entertainment: "media",
  financial: "finance",
  forms: "forms",
  hosting: "cloud",
  iot: "iot",
  location: "maps",
  machine_learning: "ai",
  marketing: "marketing",
  media: "media",
  messaging: "communication",
  monitoring: "monitoring",
  open_data: "data",
  payment: "payments",
  project_management: "project management",
  search: "data",
  security: "security",
  social: "social",
  storage: "files",
  support: "support",
  telecom: "communication",
  text: "ai",
  time_management: "project management",
  tools: "developer tools",
  transport: "travel",
};

/** Words of slugs that say what an app is for. */
const SLUG_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/mail/, "email"],
  [/calendar/, "calendar"],
  [/sheet|excel/, "documents"],
  [/drive|storage|files?(?:_|$)/, "files"],
  [/analytics|insights/, "analytics"],
  [/ads(?:_|$)|adsense|marketing/, "marketing"],
  [/^(?:aws|azure)_|_cloud_|cloud/, "cloud"],
  [/youtube|video|media/, "media"],
  [/chat|teams|messag/, "communication"],
  [/maps|places|geo/, "maps"],
  [/vision|speech|language|translat|dialogflow|_ml|machine_learning|ai_/, "ai"],
  [/sql|database|firestore|bigtable|spanner|dynamodb/, "databases"],
  [/security|iam|identity|entra|defender|key/, "security"],
  [/monitor|logging|trace/, "monitoring"],
  [/docs|document|note|onenote/, "documents"],
  [/education|classroom/, "education"],
  [/contacts|people/, "crm"],
];

/** An app's categories, of those of its document or else of its slug's words. */
export function mapCategories(declared: readonly string[], slug: string): string[] {
  const mapped = declared.map((category) => CATEGORIES[category] ?? "").filter(Boolean);
  const inferred =
    mapped.length > 0 && !(mapped.length === 1 && mapped[0] === "cloud")
      ? []
      : SLUG_PATTERNS.filter(([pattern]) => pattern.test(slug)).map(([, category]) => category);
  return [...new Set([...mapped, ...inferred])].slice(0, 4);
}
