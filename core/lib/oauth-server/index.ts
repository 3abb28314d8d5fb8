export {
  type ClientMetadata,
  type ClientMetadataError,
  readClientMetadata,
} from "./client-metadata.ts";
export {
  createFindClientDocument,
  type FindClientDocument,
  isDocumentUrl,
} from "./metadata-documents.ts";
export { isRegisteredRedirectUri } from "./redirect-uri.ts";
