// @ts-check
/** Follows runs: adds them to a list as they change, and reloads the page of a run that ends. */

/** How many runs the list keeps. */
const MAX_ROWS = 50;
/** The shortest time between two announcements to screen readers. */
const ANNOUNCEMENT_MS = 5000;

/**
 * The texts of a run in the list.
 *
 * @typedef {{
 *   run: string, created: string, exactTime: string, time: string, state: string, status: string,
 *   source: string, tool: string, detail: string, duration: string,
 * }} RunRow
 */

/** How often the times in the list are written again. */
const TIMES_MS = 30_000;
const MINUTE = 60_000;

/** @param {string} id */
const find = (id) => document.getElementById(id);

/**
 * Returns the first element that matches.
 *
 * @param {ParentNode} parent
 * @param {string} selector
 */
const select = (parent, selector) => /** @type {HTMLElement} */ (parent.querySelector(selector));

/** @param {string} id */
const templateContent = (id) => /** @type {HTMLTemplateElement} */ (find(id)).content;

/**
 * Fills in a copy of the empty row. Its values become text, never HTML.
 *
 * @param {RunRow} row
 */
function createRow(row) {
  const item = /** @type {HTMLElement} */ (
    select(templateContent("run-row"), "li").cloneNode(true)
  );
  item.dataset["run"] = row.run;
  const link = /** @type {HTMLAnchorElement} */ (select(item, "a"));
  link.href = `/activity/${encodeURIComponent(row.run)}`;
  link.classList.toggle("failed", row.state === "failed");
  const time = select(item, "time");
  time.setAttribute("datetime", row.created);
  time.title = row.exactTime;
  time.textContent = row.time;
  const sign = templateContent("run-states").querySelector(`.${CSS.escape(row.state)}`);
  if (sign) select(item, ".jack").replaceWith(sign.cloneNode(true));
  for (const [selector, text] of [
    [".sr", row.status],
    [".source", row.source],
    ["b", row.tool],
    ["small", row.detail],
    [".duration", row.duration],
  ])
    select(item, /** @type {string} */ (selector)).textContent = text ?? "";
  return item;
}

/**
 * Adds a run to the list, or updates it. The list is sorted by ID, the newest run first.
 *
 * @param {HTMLElement} list
 * @param {RunRow} row
 * @returns {boolean} whether the run is new
 */
function showRun(list, row) {
  const rows = /** @type {HTMLElement[]} */ ([...list.children]);
  const item = createRow(row);
  const old = rows.find(({ dataset }) => dataset["run"] === row.run);
  if (old) {
    const hadFocus = old.contains(document.activeElement);
    old.replaceWith(item);
    if (hadFocus) select(item, "a").focus();
    return false;
  }
  const next = rows.find(({ dataset }) => (dataset["run"] ?? "") < row.run);
  if (!next && rows.length >= MAX_ROWS) return false;
  list.insertBefore(item, next ?? null);
  while (list.children.length > MAX_ROWS) list.lastElementChild?.remove();
  list.hidden = false;
  find("no-runs")?.remove();
  return true;
}

/**
 * Writes how long ago the runs of a list were requested.
 *
 * @param {HTMLElement} list
 */
function updateTimes(list) {
  for (const time of list.querySelectorAll("time")) {
    const minutes = Math.round((Date.now() - Date.parse(time.dateTime)) / MINUTE);
    // The server writes longer distances, which change less often.
    if (minutes < 1 || minutes >= 60) continue;
    time.textContent = minutes === 1 ? "1 minute ago" : `${minutes} minutes ago`;
  }
}

/**
 * Follows the runs of a list until the person pauses it.
 *
 * @param {HTMLElement} badge
 * @param {HTMLElement} list
 */
function followList(badge, list) {
  const label = select(badge, "span:not(.pulse)");
  const button = select(badge, "button");
  const news = find("live-news");
  /** @type {EventSource | undefined} */
  let source;
  let stream = /** @type {string} */ (badge.dataset["stream"]);
  let added = 0;

  setInterval(() => {
    if (added > 0 && news) news.textContent = added === 1 ? "1 new run" : `${added} new runs`;
    added = 0;
  }, ANNOUNCEMENT_MS);

  const close = () => {
    source?.close();
    source = undefined;
  };
  /** @param {string} text */
  const stop = (text) => {
    close();
    label.textContent = text;
    badge.classList.add("paused");
    button.textContent = "Resume";
    button.setAttribute("aria-pressed", "true");
  };
  const start = () => {
    label.textContent = "Live";
    badge.classList.remove("paused");
    button.textContent = "Pause";
    button.setAttribute("aria-pressed", "false");
    source = new EventSource(stream);
    source.addEventListener("run", (event) => {
      if (showRun(list, JSON.parse(event.data))) added++;
      const url = new URL(stream, location.href);
      url.searchParams.set("after", event.lastEventId);
      stream = `${url.pathname}${url.search}`;
    });
    source.addEventListener("gone", (event) => {
      const { run } = JSON.parse(event.data);
      for (const row of list.children)
        if (/** @type {HTMLElement} */ (row).dataset["run"] === run) row.remove();
    });
    source.addEventListener("gap", () => stop("Too many runs to follow"));
    source.addEventListener("error", () => {
      // A closed stream was refused: the session has ended, or too many pages are open.
      if (source?.readyState === EventSource.CLOSED) stop("Not live");
    });
  };
  button.addEventListener("click", () => (source ? stop("Paused") : start()));
  // Browsers allow few connections to a host, so pages in the background have none.
  document.addEventListener("visibilitychange", () => {
    if (button.getAttribute("aria-pressed") === "true") return;
    if (document.hidden) close();
    else if (!source) start();
  });
  setInterval(updateTimes, TIMES_MS, list);
  badge.hidden = false;
  start();
}

/**
 * Reloads the page of a run when it ends.
 *
 * @param {HTMLElement} section
 */
function followRun(section) {
  const source = new EventSource(/** @type {string} */ (section.dataset["stream"]));
  source.addEventListener("run", (event) => {
    if (JSON.parse(event.data).state === "running") return;
    source.close();
    location.reload();
  });
}

const badge = find("live");
const list = find("runs");
if (badge && list) followList(badge, list);
const unfinished = find("unfinished");
if (unfinished) followRun(unfinished);
