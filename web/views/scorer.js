/* The list of scorers in the strip, and the dialog behind its last entry. */

import { byId, h } from "../dom.js";
import { nameOf, t } from "../i18n.js";
import { modelDialog } from "./model_dialog.js";

const OTHER = "other";

/**
 * @param {import("../session.js").Session} session
 * @param {import("../static_models.js").StaticModels} models
 * @param {{choose: (name: string) => void, use: (model: any, options: object) => Promise<string>}} actions
 *   choose takes a scorer by its name, use a static model, and gives the name of its scorer
 */
export function scorerView(session, models, actions) {
  const select = byId("scorer-select");
  const dialog = modelDialog(session, models, actions.use);
  select.addEventListener("change", () => {
    const { value } = select;
    if (value === OTHER) {
      render();
      dialog.open();
    } else {
      actions.choose(value);
      render(); // a model that is on its way in does not rank yet
    }
  });

  function render() {
    const { own, scorers } = session.offers;
    const { scorer } = session.settings;
    if (!own.length) return;
    const names = new Set([own[0], ...scorers.map(({ id }) => id), ...models.chosen.keys()]);
    const look = JSON.stringify([...names, document.documentElement.lang]);
    if (select.dataset.look !== look) {
      select.dataset.look = look;
      const options = [...names].map((name) => h("option", { value: name }, nameOf("scorer", name)));
      select.replaceChildren(...options, h("option", { value: OTHER }, t("scorer.other")));
    }
    select.value = scorer;
    select.title = select.selectedOptions[0]?.textContent ?? "";
  }
  session.watch(["settings", "offers", "language"], render);
  return dialog;
}
