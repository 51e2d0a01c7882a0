/* Registers the service worker, says whether the page works offline and what keeps it from that, and offers an update
 * without forcing it. */

import { say, toast } from "./announce.js";
import { prepareNextStart } from "./client.js";
import { byId } from "./dom.js";
import { addressOf } from "./downloads.js";
import { t } from "./i18n.js";
import { trustedScript } from "./trusted.js";

/** Shows a state in the bar, and beside it what it means; both follow the language. */
function show(state, meaning) {
  for (const [id, key] of [["offline-state", state], ["help-offline", meaning]]) {
    byId(id).dataset.i18n = key;
    byId(id).textContent = t(key);
  }
  byId("offline-note").hidden = false;
}

/** @param {"insecure" | "refused" | "full" | "failed" | "lost"} why the page needs a network to open */
function missing(why) {
  show("offline.missing", `offline.missing.${why}`);
  say(t(`offline.missing.${why}`), "unasked");
}

/** Listens to the service worker; `known` is whether this browser kept the page before. */
function hear(container, known) {
  let prepared = false;

  function ready() {
    show("offline.ready", "offline.ready.help");
    if (!known) toast(t("offline.ready.once"), { unasked: true });
    known = true;
    const later = globalThis.requestIdleCallback ?? setTimeout;
    if (!prepared) later(() => prepareNextStart(addressOf("snapshot-maker.js")));
    prepared = true;
  }

  /** Where an older version is kept, only its update failed, and the page opens as before. */
  async function failed({ full }) {
    const registration = await container.getRegistration();
    if (!registration?.active) missing(full ? "full" : "failed");
  }

  container.addEventListener("message", ({ data }) => {
    if (data?.type === "sw:offline-ready") ready();
    if (data?.type === "sw:incomplete") missing("lost");
    if (data?.type === "sw:failed") failed(data);
    if (data?.type === "sw:update-ready") byId("update-button").hidden = false;
    if (data?.type === "sw:update-blocked") toast(t("offline.blocked"), { unasked: true });
  });
}

/** Loads another version when its button is pressed. */
function offerUpdates(container, { agreed, reload }) {
  let asked = false; // holds for the one takeover it was given for
  container.addEventListener("message", ({ data }) => {
    if (data?.type === "sw:update-blocked") asked = false;
  });
  container.addEventListener("controllerchange", () => {
    if (asked) reload();
  });
  byId("update-button").addEventListener("click", async () => {
    if (!agreed()) return;
    const registration = await container.getRegistration();
    if (!registration?.waiting) return reload(); // it has taken over meanwhile
    asked = true;
    registration.waiting.postMessage({ type: "sw:activate" });
  });
}

/**
 * @param {{agreed: () => boolean, reload: () => void}} actions agreed: whether unsaved work, if there is any, may be lost
 */
export async function workOffline(actions) {
  if (!isSecureContext) return missing("insecure");
  try {
    const container = navigator.serviceWorker;
    const before = await container.getRegistration(); // a page that was reloaded past its cache has no controller
    hear(container, Boolean(before?.active));
    offerUpdates(container, actions);
    const registration = await container.register(trustedScript("sw.js")).catch((error) => {
      if (error.name === "TypeError") missing("failed"); // its script did not arrive
      else throw error;
    });
    if (registration?.waiting && registration.active) byId("update-button").hidden = false;
    registration?.active?.postMessage({ type: "sw:status" });
  } catch {
    missing("refused"); // some private windows have no service worker, and where site data are blocked it is refused
  }
}
