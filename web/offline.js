/* Registers the service worker, says once that the page works offline, and offers an update without forcing it. */

import { toast } from "./announce.js";
import { prepareNextStart } from "./client.js";
import { byId } from "./dom.js";
import { addressOf } from "./downloads.js";
import { t } from "./i18n.js";
import { trustedScript } from "./trusted.js";

/**
 * @param {{agreed: () => boolean, reload: () => void}} actions agreed: whether unsaved work, if there is any, may be lost
 */
export function workOffline({ agreed, reload }) {
  if (!("serviceWorker" in navigator)) return;
  const container = navigator.serviceWorker;
  let asked = false;
  let prepared = false;
  let known = Boolean(container.controller);

  container.addEventListener("message", ({ data }) => {
    if (data?.type === "sw:offline-ready") {
      const note = byId("offline-note");
      note.textContent = t("offline.ready");
      note.hidden = false;
      if (!known) toast(t("offline.ready.once"), { unasked: true });
      known = true;
      const later = globalThis.requestIdleCallback ?? setTimeout;
      if (!prepared) later(() => prepareNextStart(addressOf("snapshot-maker.js")));
      prepared = true;
    }
    if (data?.type === "sw:incomplete") toast(t("offline.incomplete"), { unasked: true });
    if (data?.type === "sw:update-ready") byId("update-button").hidden = false;
    if (data?.type === "sw:update-blocked") toast(t("offline.blocked"), { unasked: true });
  });
  container.addEventListener("controllerchange", () => {
    if (asked) reload();
  });
  byId("update-button").addEventListener("click", async () => {
    if (!agreed()) return;
    const registration = await container.getRegistration();
    asked = true;
    registration?.waiting?.postMessage({ type: "sw:activate" });
  });

  container
    .register(trustedScript("sw.js"))
    .then((registration) => {
      if (registration.waiting && registration.active) byId("update-button").hidden = false;
      registration.active?.postMessage({ type: "sw:status" });
    })
    .catch(() => {}); // a private window or a plain http address: the page works, only not offline
}
