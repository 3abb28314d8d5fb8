import type { Composers } from "../../../../core/lib/openapi-tools/body/index.ts";
import { googleDriveUpload } from "../../compose/google-drive-upload.ts";

export const COMPOSERS: Composers = {
  google_drive_upload: { compose: googleDriveUpload, takesFileUrl: true },
};
