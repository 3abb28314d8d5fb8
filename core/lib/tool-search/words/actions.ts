import { stem } from "./stem.ts";

/** The kind of operation that a tool performs or a task requests. */
export type Action = "none" | "read" | "list" | "search" | "create" | "update" | "delete" | "act";

/** All actions. An index stores the position in this list, so don't change the order. */
export const ACTIONS: readonly Action[] = [
  "none",
  "read",
  "list",
  "search",
  "create",
  "update",
  "delete",
  "act",
];

/** The actions that change nothing. */
export const READING_ACTIONS: ReadonlySet<Action> = new Set(["read", "list", "search"]);

const ACTION_WORDS: Readonly<Partial<Record<Action, string>>> = {
  read: "get fetch read retrieve view display see describe detail details info information check lookup inspect show know learn what who when where which how tell give return obtain download export",
  list: "list browse enumerate all index",
  search: "search find query discover locate filter recommend suggest explore",
  create:
    "create add new make insert post register append generate compose build draft open schedule book set put write start publish issue import clone copy duplicate take",
  update:
    "update edit modify change patch rename replace adjust alter rewrite amend correct move mark configure reset",
  delete:
    "delete remove destroy erase clear trash unlink drop purge revoke uninstall detach unsubscribe unfollow unlike unstar leave disconnect",
  act: "send deliver dispatch submit transmit invite share upload attach cancel run trigger execute invoke call launch stop pause resume restart reboot reply forward assign merge approve reject accept decline close archive restore enable disable lock unlock like star follow subscribe convert translate analyze detect verify validate calculate compute classify summarize scale refund charge pay transfer connect sync",
};

/** How well one action serves another, from 0 to 1. The keys are "requested performed". */
const ACTION_SIMILARITY: Readonly<Record<string, number>> = {
  "read list": 0.8,
  "read search": 0.7,
  "list read": 0.8,
  "list search": 0.8,
  "search read": 0.7,
  "search list": 0.8,
  "create act": 0.6,
  "create update": 0.4,
  "update act": 0.6,
  "update create": 0.4,
  "delete act": 0.4,
  "act create": 0.6,
  "act update": 0.6,
  "act delete": 0.1,
};

/** By action: how well each HTTP method fits it, from 0 to 1. */
const METHOD_FIT: Readonly<Partial<Record<Action, Readonly<Record<string, number>>>>> = {
  read: { GET: 1, POST: 0.3, HEAD: 0.3 },
  list: { GET: 1, POST: 0.3 },
  search: { GET: 1, POST: 0.5 },
  create: { POST: 1, PUT: 0.6, PATCH: 0.2 },
  update: { PUT: 1, PATCH: 1, POST: 0.6 },
  delete: { DELETE: 1, POST: 0.4, PATCH: 0.2, PUT: 0.2 },
  act: { POST: 1, PUT: 0.8, PATCH: 0.5, DELETE: 0.2, GET: 0.3 },
};

const actionsByTerm = new Map<string, Action>();
const termsByAction = new Map<Action, readonly string[]>();
for (const action of ACTIONS) {
  const terms = (ACTION_WORDS[action] ?? "").split(" ").filter(Boolean).map(stem);
  termsByAction.set(action, [...new Set(terms)]);
  for (const term of terms) if (!actionsByTerm.has(term)) actionsByTerm.set(term, action);
}

/** The action that a verb requests, by its stem, or `undefined` if the stem isn't such a verb. */
export const actionForTerm = (term: string): Action | undefined => actionsByTerm.get(term);

/** The stems of all verbs for an action. */
export const termsForAction = (action: Action): readonly string[] => termsByAction.get(action)!;

/** How well a tool with one action serves a request for another, from 0 to 1. */
export const actionSimilarity = (requested: Action, performed: Action): number =>
  requested === performed ? 1 : (ACTION_SIMILARITY[`${requested} ${performed}`] ?? 0);

/** How well an HTTP method fits an action, from 0 to 1. Returns 0.5 if either is unknown. */
export const methodFit = (requested: Action, method: string | undefined): number =>
  method === undefined || requested === "none" ? 0.5 : (METHOD_FIT[requested]?.[method] ?? 0);

/** The action implied by an HTTP method, for tools whose title and name contain no known verb. */
export function actionForMethod(method: string | undefined): Action {
  switch (method) {
    case "GET":
      return "read";
    case "POST":
      return "create";
    case "PUT":
    case "PATCH":
      return "update";
    case "DELETE":
      return "delete";
    default:
      return "none";
  }
}
