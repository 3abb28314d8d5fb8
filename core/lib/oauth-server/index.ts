export { type ClientMetadata, readClientMetadata } from "./client-metadata.ts";
export { createFindClientDocument, isDocumentUrl } from "./metadata-documents.ts";
export { isRegisteredRedirectUri } from "./redirect-uri.ts";
