/** Composes the bodies of requests, with files. */
export { argumentError } from "../call/request-error.ts";
export {
  type BodyArguments,
  type ComposedBody,
  type Composer,
  type Composers,
  jsonBody,
  type LoadComposer,
} from "./composer.ts";
export { isFile, parseFile } from "./file.ts";
export {
  type DownloadedFile,
  type FileReference,
  findFileReference,
  withFile,
} from "./file-url.ts";
export { encodeRelated } from "./multipart.ts";
export { fileType, readFileContent } from "./upload.ts";
