import { measure } from "./measure.ts";
import type { Node } from "./tree.ts";
export function mainContent(root: Node): Node { measure(root); return root; }
