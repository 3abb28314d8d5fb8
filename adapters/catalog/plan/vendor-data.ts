import type { AuthMethod, InputField } from "../../../core/lib/openapi-tools/index.ts";

/** Google's current sign-in. The documents name endpoints that have moved. */
export const GOOGLE_AUTH: AuthMethod = {
  id: "oauth2",
  type: "oauth2",
  fields: [],
  from: "overlay",
  setupUrl: "https://console.cloud.google.com/apis/credentials",
  oauth: {
    authorizationUrl: "https://accounts.google.com/o/oauth2/v2/auth",
    tokenUrl: "https://oauth2.googleapis.com/token",
    revocationUrl: "https://oauth2.googleapis.com/revoke",
    pkce: true,
    clientAuth: "body",
    authorizationParams: { access_type: "offline", prompt: "consent" },
  },
};

/** Query parameters of every Google operation that no caller needs. */
export const GOOGLE_PARAMETERS: ReadonlySet<string> = new Set([
  "$.xgafv",
  "access_token",
  "alt",
  "callback",
  "key",
  "oauth_token",
  "prettyPrint",
  "quotaUser",
  "uploadType",
  "upload_protocol",
  "userIp",
]);

/** SigV4 signing names by host prefix, where they differ from its last part. */
export const AWS_SIGNING_NAMES: Readonly<Record<string, string>> = {
  email: "ses",
  monitoring: "monitoring",
  mgh: "mgh",
  "runtime-lex": "lex",
  "models-lex": "lex",
  "data-iot": "iotdata",
  "data-mediastore": "mediastore",
  "data-jobs-iot": "iot-jobs-data",
  entitlement: "aws-marketplace",
  metering: "aws-marketplace",
  "mturk-requester": "mturk-requester",
  "device-farm": "devicefarm",
  cloudsearchdomain: "cloudsearch",
  streams: "dynamodb",
  "a2i-runtime": "sagemaker",
  "runtime-sagemaker": "sagemaker",
  "personalize-runtime": "personalize",
  "personalize-events": "personalize",
  "api-pricing": "pricing",
  lex: "lex",
};

/** The credential fields of SigV4. */
export const AWS_FIELDS: readonly InputField[] = [
  { name: "access_key_id", label: "Access key ID", secret: false, required: true },
  { name: "secret_access_key", label: "Secret access key", secret: true, required: true },
  {
    name: "session_token",
    label: "Session token",
    secret: true,
    required: false,
    help: "Temporary credentials only.",
  },
];

/** The region in the hosts of AWS. */
export const AWS_REGION: InputField = {
  name: "region",
  label: "AWS region",
  secret: false,
  required: true,
  pattern: "[a-z]{2}(-[a-z]+)+-[0-9]",
  help: "Such as eu-central-1.",
  fallback: "us-east-1",
};

export const AZURE_SCOPE = "https://management.azure.com/user_impersonation";

/** Microsoft's sign-in for users of any organization. */
export const microsoftAuth = (scopes: readonly string[]): AuthMethod => ({
  id: "oauth2",
  type: "oauth2",
  fields: [],
  from: "overlay",
  setupUrl: "https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade",
  scopes: ["offline_access", ...scopes].map((name) => ({ name, isDefault: true })),
  oauth: {
    authorizationUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
    tokenUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
    pkce: true,
    clientAuth: "body",
  },
});

/** First labels of domains that don't name a brand. */
export const GENERIC_LABELS: ReadonlySet<string> = new Set([
  "api",
  "apis",
  "app",
  "apps",
  "change",
  "climate",
  "cloud",
  "color",
  "core",
  "data",
  "dev",
  "digital",
  "docs",
  "get",
  "go",
  "home",
  "id",
  "link",
  "mobile",
  "my",
  "news",
  "next",
  "now",
  "one",
  "open",
  "pay",
  "rest",
  "service",
  "shop",
  "site",
  "test",
  "text",
  "the",
  "web",
]);
