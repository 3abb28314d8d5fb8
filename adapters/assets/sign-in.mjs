// @ts-check
/** Adds passkeys to the pages to set up the account, to join it, to sign in, and of the person. */

const API = "/account/api/v1";

/** @param {string} text */
const decode = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (digit) =>
    digit.charCodeAt(0),
  );

/** @param {ArrayBuffer} buffer */
const encode = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/**
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function post(path, body = {}) {
  const response = await fetch(API + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const result = await response.json();
  if (response.ok) return result;
  const isShown = showFieldErrors(result.errors ?? []);
  throw new Error(isShown ? "" : [result.detail, result.hint].filter(Boolean).join(" "));
}

/**
 * Marks the fields with errors, as the page does without script.
 *
 * @param {{ pointer: string, detail: string }[]} errors
 * @returns {boolean} whether each error has a field
 */
function showFieldErrors(errors) {
  const fields = errors.map(({ pointer }) => document.getElementById(pointer.slice(1)));
  if (errors.length === 0 || fields.includes(null)) return false;
  for (const [index, field] of fields.entries()) {
    const id = `${field?.id}-error`;
    const text = document.getElementById(id) ?? document.createElement("p");
    text.className = "field-error";
    text.id = id;
    const isEmpty = /** @type {HTMLInputElement} */ (field).value.trim() === "";
    // Details that begin with "It" are about the value that a program sends.
    const detail = errors[index]?.detail.replace(/^It .*/s, "Check this field.");
    text.textContent = isEmpty ? "Error: Fill in this field." : `Error: ${detail}`;
    field?.before(text);
    field?.setAttribute("aria-invalid", "true");
    field?.setAttribute("aria-describedby", id);
  }
  fields[0]?.focus();
  return true;
}

/** Creates a passkey for the signed-in person. */
async function addPasskey() {
  const { options } = await post("/passkeys/options");
  const created = /** @type {PublicKeyCredential | null} */ (
    await navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: decode(options.challenge),
        user: { ...options.user, id: decode(options.user.id) },
        excludeCredentials: options.excludeCredentials.map((/** @type {any} */ each) => ({
          ...each,
          id: decode(each.id),
        })),
      },
    })
  );
  if (!created) throw new Error("No passkey was created.");
  const response = /** @type {AuthenticatorAttestationResponse} */ (created.response);
  await post("/passkeys", {
    credential: {
      id: created.id,
      rawId: created.id,
      type: created.type,
      clientExtensionResults: created.getClientExtensionResults(),
      response: {
        clientDataJSON: encode(response.clientDataJSON),
        attestationObject: encode(response.attestationObject),
        transports: response.getTransports?.() ?? [],
      },
    },
  });
}

/** @param {CredentialRequestOptions} [request] */
async function proveIdentity(request = {}) {
  const { options } = await post("/sign-in/passkey/options");
  const found = /** @type {PublicKeyCredential | null} */ (
    await navigator.credentials.get({
      ...request,
      publicKey: { ...options, challenge: decode(options.challenge) },
    })
  );
  if (!found) throw new Error("No passkey was chosen.");
  const response = /** @type {AuthenticatorAssertionResponse} */ (found.response);
  await post("/sign-in/passkey", {
    credential: {
      id: found.id,
      rawId: found.id,
      type: found.type,
      clientExtensionResults: found.getClientExtensionResults(),
      response: {
        clientDataJSON: encode(response.clientDataJSON),
        authenticatorData: encode(response.authenticatorData),
        signature: encode(response.signature),
        ...(response.userHandle && { userHandle: encode(response.userHandle) }),
      },
    },
  });
}

/**
 * Signs in and continues where the server decided: it has parsed `next`, so the script doesn't.
 *
 * @param {CredentialRequestOptions} [request]
 */
async function signIn(request) {
  await proveIdentity(request);
  const box = /** @type {HTMLElement} */ (document.querySelector("[data-passkey=sign-in]"));
  location.assign(box.dataset.next ?? "/");
}

/**
 * Creates a person with the code of a link, then a passkey for that person.
 *
 * @param {string} path
 */
async function createPerson(path) {
  const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-new-person]"));
  const input = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  const value = (/** @type {string} */ name) => input(name).value;
  if (![input("code"), input("name")].every((each) => each.reportValidity())) return;
  await post(path, { code: value("code"), name: value("name") });
  // The person exists now. If the passkey fails, the page of the person offers it again.
  const isAdded = await addPasskey().then(
    () => true,
    () => false,
  );
  location.assign(isAdded ? "/" : "/account");
}

/** @type {Record<string, () => Promise<void>>} */
const ACTIONS = {
  setup: () => createPerson("/setup"),
  join: () => createPerson("/sign-in/invitation"),
  "sign-in": () => {
    conditional?.abort();
    return signIn();
  },
  async confirm() {
    await proveIdentity();
    /** @type {HTMLFormElement} */ (document.querySelector("form[data-confirm]")).submit();
  },
  async add() {
    await addPasskey();
    location.reload();
  },
};

// The code is in the fragment, so that the server and its logs never see the link.
function fillInCode() {
  const code = location.hash.slice(1);
  const input = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=code]"));
  if (!code || !input) return;
  input.value = decodeURIComponent(code);
  history.replaceState(null, "", location.pathname + location.search);
}
fillInCode();
keepCode();

/** Keeps the code of a new person in the tab while the form is sent, in case it is rejected. */
function keepCode() {
  const form = document.querySelector("form[data-new-person]");
  const input = /** @type {HTMLInputElement | null} */ (form?.querySelector("[name=code]") ?? null);
  if (!input) return;
  const kept = sessionStorage.getItem(location.pathname);
  sessionStorage.removeItem(location.pathname);
  if (kept !== null && input.value === "" && document.title.startsWith("Error")) input.value = kept;
  form?.addEventListener("submit", () => sessionStorage.setItem(location.pathname, input.value));
}
// A link to the page that is open only changes the fragment.
addEventListener("hashchange", fillInCode);

/** @type {AbortController | undefined} */
let conditional;
if (globalThis.PublicKeyCredential) {
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll("[data-passkey]")
  )) {
    const button = /** @type {HTMLButtonElement} */ (box.querySelector("button"));
    const message = /** @type {HTMLElement} */ (box.querySelector("[role=alert]"));
    box.hidden = false;
    button.addEventListener("click", async () => {
      button.disabled = true;
      message.textContent = "";
      try {
        await ACTIONS[/** @type {string} */ (box.dataset.passkey)]?.();
      } catch (error) {
        message.textContent =
          /** @type {Error} */ (error).name === "NotAllowedError"
            ? "The browser canceled. Try again."
            : /** @type {Error} */ (error).message;
      }
      button.disabled = false;
    });
  }
  if (
    document.querySelector("[data-passkey=sign-in]") &&
    (await PublicKeyCredential.isConditionalMediationAvailable?.())
  ) {
    conditional = new AbortController();
    // Autofill offers passkeys. It ends when the person does something else.
    signIn({ mediation: "conditional", signal: conditional.signal }).catch(() => {});
  }
}
