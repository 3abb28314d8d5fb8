import { fieldsOf, type Item, isRecord, isScalar, normalizeName } from "./item.ts";

/** Names of IDs, the most specific first. Without case and separators. */
const ID_NAMES = [
  "id",
  "uuid",
  "gid",
  "uid",
  "guid",
  "sid",
  "oid",
  "sysid",
  "identifier",
  "uniqueid",
];
/** Ends of names that begin with the kind of the items: `alertId`, `accountNumber`. */
const ID_ENDINGS = ["id", "uuid", "gid", "uid", "guid", "sid", "arn", "key", "number", "code"];
/** Other names of fields that are usually different in each item. */
const OTHER_NAMES = [
  "arn",
  "key",
  "ts",
  "number",
  "sha",
  "hash",
  "token",
  "slug",
  "kid",
  "doi",
  "isbn",
  "sku",
  "vin",
  "iban",
  "code",
  "symbol",
  "name",
  "href",
  "url",
  "uri",
  "email",
  "emailaddress",
];
/** Those of them that are certain enough if there is only one item. */
const CERTAIN_NAMES = OTHER_NAMES.slice(0, OTHER_NAMES.indexOf("symbol"));
/** Ends of names that come last, because some APIs let items share them. */
const WEAK_ENDINGS = ["symbol", "name", "url"];
/** Fields that contain the item itself. */
const CONTAINERS = new Set(["data", "node", "item", "resource", "record", "object", "attributes"]);
/** How many other values an item may have that is contained in a field. */
const MAX_BESIDE_CONTAINER = 2;
/** An ID with these words belongs to another item. */
const OTHER_ITEMS =
  /^(?:parent|previous|prev|next|new|old|original|source|target|root|reply|last|first|latest|default|best|linked|related|external|secondary)/;

/**
 * Finds the field that tells items apart: its value is different in all of them. Looks for IDs, for
 * IDs that are named for the items, such as `alertId` in `alerts`, for the ID of an object that each
 * item contains, and then for other names. Returns the path from an item.
 *
 * @param kinds Name the items: their list, and the tool without its verb. Any case.
 */
export function findId(
  items: readonly Item[],
  kinds: readonly string[],
): readonly string[] | undefined {
  if (hasRivalIds(items)) return undefined;
  const nouns = kinds.map(normalizeName);
  const own = findField(items, ID_NAMES) ?? findOwnId(items, nouns, ID_ENDINGS);
  if (own !== undefined) return [own];
  const contained = findIdObject(items) ?? findContainedId(items, nouns);
  if (contained) return contained;
  const other =
    findField(items, items.length === 1 ? CERTAIN_NAMES : OTHER_NAMES) ??
    findOwnId(items, nouns, WEAK_ENDINGS) ??
    findOnlyId(items) ??
    findNamesake(items, nouns[0]);
  return other === undefined ? undefined : [other];
}

/**
 * Whether items have two IDs that differ. One of them may belong to what the items are instances of:
 * recordings of a repeated meeting share its `id`, and a planned one gets another `uuid` each time.
 */
function hasRivalIds(items: readonly Item[]): boolean {
  const [id, uuid] = ["id", "uuid"].map((name) => findField(items, [name]));
  if (id === undefined || uuid === undefined) return false;
  return items.some((item) => item[id] !== item[uuid]);
}

const isDistinct = (items: readonly Item[], name: string): boolean =>
  items.every((item) => isScalar(item[name])) &&
  new Set(items.map((item) => String(item[name]))).size === items.length;

function findField(items: readonly Item[], names: readonly string[]): string | undefined {
  const fields = fieldsOf(items).filter((field) => isDistinct(items, field));
  for (const name of names) {
    const named = fields.filter(
      (field) => normalizeName(field) === name && (name !== "name" || isIdentifier(items, field)),
    );
    // `id` before `_id`.
    if (named.length > 0) return named.find((field) => field === name) ?? named[0];
  }
  return undefined;
}

/**
 * Whether the values of a name are identifiers, as in Kubernetes, and not what people
 * call the items.
 */
const isIdentifier = (items: readonly Item[], field: string): boolean =>
  items.every((item) => !/\s/.test(String(item[field]))) &&
  !fieldsOf(items).some((other) => ANY_ID.test(other) || OWN_LOWERCASE_ID.test(other));

const ANY_ID = /(?:[_-]id|Id|ID)$/;
/** `accountid`, but not `paid` or `valid`. */
const OWN_LOWERCASE_ID = /^[a-z]{4,}id$/;

/** Finds a field such as `alertId` in the list `alerts`. */
function findOwnId(
  items: readonly Item[],
  kinds: readonly string[],
  endings: readonly string[],
): string | undefined {
  const fields = fieldsOf(items).filter((field) => isDistinct(items, field));
  for (const kind of kinds)
    for (const ending of endings) {
      const named = fields.map((field) => ({ field, name: normalizeName(field) }));
      const ended = named.filter(({ name }) => name.endsWith(ending));
      const own = ended.find(({ name }) => isKind(name.slice(0, -ending.length), kind));
      // A chapter and a verse number tell verses apart together.
      if (own && (ended.length === 1 || (ending !== "number" && ending !== "name")))
        return own.field;
      const longer = ended.filter(
        ({ name }) => !OTHER_ITEMS.test(name) && isKindAtEnd(name.slice(0, -ending.length), kind),
      );
      const [only, ...others] = longer;
      if (ending.endsWith("id") && only && others.length === 0) return only.field;
    }
  return undefined;
}

/** Whether a noun in the singular names the items of a list or a tool. */
function isKind(noun: string, kind: string): boolean {
  if (noun.length < 3) return false;
  const words = [noun, ...toPlurals(noun)];
  // Lists such as `jobSummaries` and `JobList` begin with their kind.
  return words.some(
    (word) =>
      kind.endsWith(word) || (LIST_ENDINGS.test(kind.slice(word.length)) && kind.startsWith(word)),
  );
}

const LIST_ENDINGS =
  /^(?:list|summary|summaries|details?|info|infos|history|entry|entries|records|items|data|set|collection)$/;

/** Whether words such as `customerOrder` end with the kind of the items. */
const isKindAtEnd = (words: string, kind: string): boolean =>
  kind.length >= 4 && toPlurals(words).some((plural) => plural.endsWith(kind));

const toPlurals = (noun: string): readonly string[] => [
  `${noun}s`,
  `${noun}es`,
  `${noun.replace(/y$/, "")}ies`,
];

/** Finds the only different value of an ID with several parts, such as `{kind, videoId}`. */
function findIdObject(items: readonly Item[]): readonly string[] | undefined {
  const ids = items.map((item) => item["id"]).filter(isRecord);
  if (items.length === 1 || ids.length < items.length) return undefined;
  const [field, ...others] = fieldsOf(ids).filter((name) => isDistinct(ids, name));
  return field === undefined || others.length > 0 ? undefined : ["id", field];
}

/** Finds the ID of the only object in an item that can be the item itself. */
function findContainedId(
  items: readonly Item[],
  kinds: readonly string[],
): readonly string[] | undefined {
  const [first = {}] = items;
  const values = Object.values(first).filter(isScalar).length;
  const found = Object.keys(first).flatMap((field) => {
    const name = normalizeName(field);
    const isContainer =
      name === "metadata" ||
      name === "sys" ||
      (values <= MAX_BESIDE_CONTAINER &&
        (CONTAINERS.has(name) || kinds.some((kind) => isKind(name, kind))));
    const inner = items.map((item) => item[field]);
    if (!isContainer || !inner.every(isRecord)) return [];
    const id = findField(inner, ID_NAMES);
    return id === undefined ? [] : [[field, id]];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Finds the only ID of any name, if it is the first field. */
function findOnlyId(items: readonly Item[]): string | undefined {
  const fields = fieldsOf(items);
  const [first, ...others] = fields.filter((field) => ANY_ID.test(field));
  if (first === undefined || first !== fields[0] || others.length > 0 || items.length === 1)
    return undefined;
  return PEOPLE.test(normalizeName(first)) || !isDistinct(items, first) ? undefined : first;
}

/** IDs of people, which items such as ratings have. */
const PEOPLE = /^(?:user|author|owner|account|customer|member|person|creator|actor|sender)/;

/** Finds a field such as `domain` in the list `domains`. */
function findNamesake(items: readonly Item[], list: string | undefined): string | undefined {
  if (items.length === 1 || list === undefined) return undefined;
  return fieldsOf(items).find(
    (field) =>
      toPlurals(normalizeName(field)).includes(list) &&
      isDistinct(items, field) &&
      isIdentifier(items, field),
  );
}
