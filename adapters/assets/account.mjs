// @ts-check
/** Adds copying, tabs and the first use of a new key to the pages of the account. */

/** @param {string} selector */
const select = (selector) =>
  /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector));

/**
 * A button that copies the text of the element whose ID it names.
 *
 * @param {HTMLElement} button
 */
function enableCopy(button) {
  const source = document.getElementById(/** @type {string} */ (button.dataset["copy"]));
  // Browsers have no clipboard for pages over plain HTTP, except on localhost.
  if (!source || !navigator.clipboard) return;
  button.hidden = false;
  const label = /** @type {HTMLElement} */ (button.querySelector("span"));
  const text = label.textContent;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(source.textContent ?? "");
    label.textContent = "Copied";
    setTimeout(() => (label.textContent = text), 2000);
  });
}

/**
 * Turns headed sections into tabs (ARIA Authoring Practices, tabs pattern).
 *
 * @param {HTMLElement} box
 */
function enableTabs(box) {
  const panels = /** @type {HTMLElement[]} */ ([...box.querySelectorAll(":scope > section")]);
  const list = document.createElement("div");
  list.className = "tabs";
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", /** @type {string} */ (box.dataset["tabs"]));
  const tabs = panels.map((panel) => {
    const heading = /** @type {HTMLElement} */ (panel.querySelector("h3"));
    heading.hidden = true;
    const tab = document.createElement("button");
    tab.type = "button";
    tab.id = `${panel.id}-tab`;
    tab.textContent = heading.textContent;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    list.append(tab);
    return tab;
  });
  /** @param {number} chosen */
  const choose = (chosen) => {
    tabs.forEach((tab, index) => {
      tab.setAttribute("aria-selected", String(index === chosen));
      tab.tabIndex = index === chosen ? 0 : -1;
      /** @type {HTMLElement} */ (panels[index]).hidden = index !== chosen;
    });
  };
  tabs.forEach((tab, index) => {
    tab.addEventListener("click", () => choose(index));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = (index + step + tabs.length) % tabs.length;
      choose(next);
      tabs[next]?.focus();
    });
  });
  box.prepend(list);
  choose(0);
}

/** How long a page waits for the first use of a new key. */
const FIRST_USE_MS = 10 * 60_000;

/**
 * Waits for the first use of a new key, and then says so. The sign spins only while it waits.
 *
 * @param {HTMLElement} line
 */
async function watchFirstUse(line) {
  const path = `/account/api/v1/keys/${line.dataset["firstUse"]}`;
  const signs = /** @type {HTMLTemplateElement} */ (document.getElementById("first-use-signs"));
  const text = /** @type {HTMLElement} */ (line.querySelector("span"));
  const unused = text.textContent;
  /** @param {string} state @param {string} words */
  const show = (state, words) => {
    const sign = signs.content.querySelector(`.${state}`);
    if (sign) line.querySelector(".jack")?.replaceWith(sign.cloneNode(true));
    text.textContent = words;
  };
  show("running", "Waiting for the first use of the key.");
  const end = Date.now() + FIRST_USE_MS;
  while (Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    if (document.hidden) continue;
    const response = await fetch(path).catch(() => undefined);
    if (!response) continue;
    if (!response.ok) break;
    const { last_used_by: client } = await response.json();
    if (client === undefined) continue;
    show("active", `The key works. First use: ${client}.`);
    return;
  }
  show("off", unused);
}

select("[data-copy]").forEach(enableCopy);
select("[data-tabs]").forEach(enableTabs);
select("[data-first-use]").forEach(watchFirstUse);
