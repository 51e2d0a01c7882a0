/* Two settings side by side: on which queries they part, whether that can be luck, and whether every scorer says so. */

import { byId, h } from "../dom.js";
import { currentLanguage, nameOf, probability, t } from "../i18n.js";
import { visible } from "../visible.js";
import { settingName } from "./rows.js";

const LISTED = 100;

/**
 * @param {import("../session.js").Session} session
 * @param {{pair: Function, pairByScorer: Function}} actions
 */
export function pairView(session, actions) {
  let shown = ""; // the two rows and the language that the box speaks of and in
  let unasked = null; // says what every scorer makes of them, as long as that has not been told
  let asking = null;
  // What is moved next is measured first.
  for (const kind of ["settings", "queries"]) session.addEventListener(kind, () => asking?.abort());
  session.addEventListener("rested", () => unasked?.());

  /** @param {any[]} two the rows that are set side by side; fewer than two show nothing */
  async function render(two) {
    const box = byId("pair");
    const hidden = two.length < 2 || !two[0].asked;
    const look = hidden ? "" : JSON.stringify([two, document.documentElement.lang]);
    if (look === shown) return;
    shown = look;
    asking?.abort();
    unasked = null;
    box.hidden = hidden;
    if (hidden) return;
    const told = await actions.pair(...two);
    if (!told || look !== shown) return;
    const byScorer = h("div", { className: "pair-scorers", "aria-live": "polite" });
    box.replaceChildren(...sentences(two, told), byScorer);
    const [first, second] = two;
    if (settingName(first) === settingName(second) && first.budget === second.budget) return;
    byScorer.append(h("p", {}, t("pair.scorers.measuring")));
    unasked = () => ask(two, byScorer);
    unasked();
  }

  async function ask(two, byScorer) {
    asking?.abort();
    const mine = new AbortController();
    asking = mine;
    const leans = await actions.pairByScorer(...two, mine.signal);
    if (!leans || asking !== mine || !byScorer.isConnected) return;
    unasked = null;
    byScorer.replaceChildren(...conclusion(two, leans));
  }

  function sentences(two, told) {
    const [first, second] = two.map(settingName);
    const parted = told.firstBetter.length + told.secondBetter.length;
    const tied = told.firstBetter.length === told.secondBetter.length;
    const lines = [
      t(parted ? "pair.parted" : "pair.level", { first, second, ahead: told.firstBetter.length, behind: told.secondBetter.length, count: parted }),
      t(!told.moreNeeded ? "pair.separated" : tied ? "pair.needed.tied" : "pair.needed", { count: told.moreNeeded, p: probability(told.p) }),
    ];
    const queries = (ids) => ids.slice(0, LISTED).map((id) => h("li", {}, visible(session.queries.get(id)?.text ?? "")));
    const lists = [[first, told.firstBetter], [second, told.secondBetter]].filter(([, ids]) => ids.length);
    return [
      ...lines.map((line) => h("p", {}, line)),
      ...lists.map(([setting, ids]) =>
        h("details", {}, h("summary", {}, t("pair.queries", { setting, count: ids.length })), h("ul", {}, ...queries(ids))),
      ),
    ];
  }

  return { render };
}

const listed = (names) => new Intl.ListFormat(currentLanguage(), { type: "conjunction" }).format(names);

/** What becomes of the direction under every scorer, each named. */
function conclusion(two, { leans, agreement }) {
  const [first, second] = two.map(settingName);
  const under = (side) => leans.filter((lean) => lean.side === side).map((lean) => nameOf("scorer", lean.scorer));
  const ahead = leans.some((lean) => lean.side === 1) ? 1 : -1;
  const setting = ahead === 1 ? first : second;
  const values = { first, second, setting, firstUnder: listed(under(1)), secondUnder: listed(under(-1)), under: listed(under(ahead)), level: listed(under(0)) };
  return [
    h("p", {}, t(`pair.scorers.${agreement}`, values)),
    h("ul", {}, ...leans.map((lean) =>
      h("li", {}, t("pair.scorers.one", { scorer: nameOf("scorer", lean.scorer), first, second, ahead: lean.first, behind: lean.second })),
    )),
  ];
}
