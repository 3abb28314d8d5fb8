import { fileURLToPath } from "node:url";

/** The folder with `apps/` and `shared/`. */
export const FACTS_FOLDER = fileURLToPath(new URL("..", import.meta.url));
