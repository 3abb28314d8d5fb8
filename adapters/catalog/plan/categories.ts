/** Maps the directory's categories to Jackfield's. Meaningless ones are omitted. */
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

/** Slug patterns that imply a category. */
const SLUG_PATTERNS: readonly { readonly pattern: RegExp; readonly category: string }[] = [
  { pattern: /mail/, category: "email" },
  { pattern: /calendar/, category: "calendar" },
  { pattern: /sheet|excel/, category: "documents" },
  { pattern: /drive|storage|files?(?:_|$)/, category: "files" },
  { pattern: /analytics|insights/, category: "analytics" },
  { pattern: /ads(?:_|$)|adsense|marketing/, category: "marketing" },
  { pattern: /^(?:aws|azure)_|_cloud_|cloud/, category: "cloud" },
  { pattern: /youtube|video|media/, category: "media" },
  { pattern: /chat|teams|messag/, category: "communication" },
  { pattern: /maps|places|geo/, category: "maps" },
  {
    pattern: /vision|speech|language|translat|dialogflow|_ml|machine_learning|ai_/,
    category: "ai",
  },
  { pattern: /sql|database|firestore|bigtable|spanner|dynamodb/, category: "databases" },
  { pattern: /security|iam|identity|entra|defender|key/, category: "security" },
  { pattern: /monitor|logging|trace/, category: "monitoring" },
  { pattern: /docs|document|note|onenote/, category: "documents" },
  { pattern: /education|classroom/, category: "education" },
  { pattern: /contacts|people/, category: "crm" },
];

/**
 * Returns up to 4 categories: the document's and, if those say too little, the ones that the slug
 * implies.
 */
export function mapCategories(declared: readonly string[], slug: string): string[] {
  const mapped = declared.map((category) => CATEGORIES[category] ?? "").filter(Boolean);
  const isSpecific = mapped.length > 0 && !(mapped.length === 1 && mapped[0] === "cloud");
  const inferred = isSpecific
    ? []
    : SLUG_PATTERNS.filter(({ pattern }) => pattern.test(slug)).map(({ category }) => category);
  return [...new Set([...mapped, ...inferred])].slice(0, 4);
}
