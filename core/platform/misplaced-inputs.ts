import type { MisplacedInputs } from "../http/input/input-schema.ts";

const RUN_USER =
  "A run acts for the end user of its API key, or of its `connection`. Use a key of that user, or send the ID of one of the user's connections.";

/** Where inputs belong that programs send to another operation. */
export const MISPLACED_INPUTS: MisplacedInputs = {
  runTool: { user: RUN_USER, end_user: RUN_USER, user_id: RUN_USER },
};
