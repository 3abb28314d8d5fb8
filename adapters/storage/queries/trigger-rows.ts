import {
  type StoredTrigger,
  type Trigger,
  type TriggerFilter,
  triggerApps,
} from "../../../core/ports/stores/trigger-store.ts";
import type { Row, Value } from "../sql.ts";
import { toAppList, toAppRows } from "./apps-column.ts";

/** The columns that `parseTrigger` reads. */
export const COLUMNS = "document, sealed, last_event";

/** The values of a new row, from `id` to `apps`. */
export const toColumns = (trigger: Trigger): Value[] => [
  trigger.id,
  trigger.account,
  trigger.user ?? "",
  trigger.kind,
  trigger.app ?? "",
  trigger.connection ?? "",
  trigger.status,
  trigger.revision,
  trigger.progress.due ?? null,
  JSON.stringify(trigger),
  toAppRows(triggerApps(trigger)),
];

/** The parameters of the statement that lists triggers. */
export const toFilterValues = ({
  account,
  user,
  kind,
  app = "",
  connection = "",
  status,
  apps,
  before = "",
  limit,
}: TriggerFilter): Value[] => [
  account,
  Number(user !== undefined),
  user ?? "",
  kind ?? "",
  app,
  connection,
  status ?? "",
  toAppList(apps),
  before,
  limit,
];

export const parseTrigger = ({ document, sealed, last_event: lastEvent }: Row): StoredTrigger => ({
  trigger: JSON.parse(String(document)) as Trigger,
  ...(sealed !== null && { encryptedSecrets: String(sealed) }),
  ...(lastEvent !== null && { lastEvent: Number(lastEvent) }),
});
