import { statements as checkouts } from "./001-checkouts.ts";
import { statements as rates } from "./002-rates.ts";
import { statements as accounts } from "./003-accounts.ts";
import { statements as connections } from "./004-connections.ts";
import { statements as runs } from "./005-runs.ts";
import { statements as refreshWords } from "./006-refresh-words.ts";
import { statements as people } from "./007-people.ts";
import { statements as grants } from "./008-grants.ts";
import { statements as activity } from "./009-activity.ts";
import { statements as clientFailures } from "./010-client-failures.ts";
import { statements as linksOfOwners } from "./011-links-of-owners.ts";
import { statements as jobs } from "./012-jobs.ts";
import { statements as triggers } from "./013-triggers.ts";
import { statements as sharedWebhooks } from "./014-shared-webhooks.ts";
import { statements as toolLists } from "./015-tool-lists.ts";
import { statements as omittedTools } from "./016-omitted-tools.ts";
import { statements as linkTests } from "./017-link-tests.ts";
import { statements as nonces } from "./018-nonces.ts";
import { statements as appsOfEvents } from "./019-apps-of-events.ts";
import { statements as lostJobs } from "./020-lost-jobs.ts";
import { statements as tokenSuccessors } from "./021-token-successors.ts";
import type { Statement } from "./statement.ts";

/** All migrations, in order. A published migration never changes; append a new one instead. */
export const migrations: readonly (readonly Statement[])[] = [
  checkouts,
  rates,
  accounts,
  connections,
  runs,
  refreshWords,
  people,
  grants,
  activity,
  clientFailures,
  linksOfOwners,
  jobs,
  triggers,
  sharedWebhooks,
  toolLists,
  omittedTools,
  linkTests,
  nonces,
  appsOfEvents,
  lostJobs,
  tokenSuccessors,
];
