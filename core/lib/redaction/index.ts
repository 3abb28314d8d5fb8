export { REDACTED, redactBytes, redactText, redactValue } from "./redact.ts";
