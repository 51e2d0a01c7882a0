/* The options that the chosen strategy takes, by its library's own names; what is not given stays as the library has it. */

import { byId, h, setText } from "../dom.js";
import { has, t } from "../i18n.js";

const QUOTED = { list: (text) => `[${text}]`, text: (text) => text };

/** Strings as a person writes them in a program: "\n\n", " ". */
const written = (value, kind) => (kind === "list" ? value.map((one) => JSON.stringify(one)).join(", ") : JSON.stringify(value));

/** What was written, or undefined where it cannot be read. */
function read(text, kind) {
  try {
    const value = JSON.parse(QUOTED[kind](text));
    const strings = kind === "list" ? value : [value];
    return strings.length && strings.every((one) => typeof one === "string") ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {import("../session.js").Session} session
 * @param {(options: Record<string, unknown>) => void} change
 */
export function optionsView(session, change) {
  const box = byId("options");
  const fields = byId("options-fields");
  session.watch(["settings", "offers", "language"], render);

  function render() {
    const offered = session.strategy.options ?? [];
    box.hidden = !offered.length;
    const given = session.settings.options;
    const count = offered.filter(({ id }) => id in given).length;
    setText(byId("options-count"), count ? t("options.count", { count }) : "");
    const look = JSON.stringify([session.settings.strategy, document.documentElement.lang, offered.map(({ id }) => id)]);
    if (fields.dataset.look !== look) {
      fields.dataset.look = look;
      fields.replaceChildren(...offered.map(field));
    }
    for (const option of offered) show(fields.querySelector(`[name="${option.id}"]`), option, given[option.id]);
  }

  function set(option, value) {
    const others = { ...session.settings.options };
    delete others[option.id];
    const usual = value === undefined || JSON.stringify(value) === JSON.stringify(option.usual);
    change(usual ? others : { ...others, [option.id]: value });
  }

  function field(option) {
    const input = makers[option.kind](option);
    input.name = option.id;
    const hint = has(`option.${option.id}`) ? t(`option.${option.id}`) : "";
    return h("label", { className: "option", data: { kind: option.kind } }, h("code", {}, option.id), input, h("small", {}, hint));
  }

  const makers = {
    flag: (option) => h("input", { type: "checkbox", onchange: ({ target }) => set(option, target.checked) }),
    choice: (option) => {
      const values = option.usual === null ? [null, ...option.choices] : option.choices;
      const named = (value) => (value === null ? t("options.none") : String(value));
      return h(
        "select",
        { onchange: ({ target }) => set(option, JSON.parse(target.value) ?? undefined) },
        ...values.map((value) => h("option", { value: JSON.stringify(value) }, named(value))),
      );
    },
    number: (option) =>
      h("input", {
        type: "number",
        min: "0",
        step: "1",
        oninput: ({ target }) => {
          const valid = target.value === "" || target.checkValidity();
          target.setAttribute("aria-invalid", String(!valid));
          if (valid) set(option, target.value === "" ? undefined : Number(target.value));
        },
      }),
    list: (option) => quoted(option),
    text: (option) => quoted(option),
  };

  function quoted(option) {
    return h("input", {
      type: "text",
      spellcheck: false,
      autocomplete: "off",
      placeholder: written(option.usual, option.kind),
      oninput: ({ target }) => {
        const value = target.value.trim() ? read(target.value, option.kind) : option.usual;
        target.setAttribute("aria-invalid", String(value === undefined));
        if (value !== undefined) set(option, value);
      },
    });
  }

  function show(input, option, given) {
    const value = given ?? option.usual;
    if (option.kind === "flag") input.checked = value;
    else if (option.kind === "choice") input.value = JSON.stringify(value);
    else if (document.activeElement !== input) {
      input.value = given === undefined ? "" : option.kind === "number" ? String(given) : written(given, option.kind);
      input.setAttribute("aria-invalid", "false");
    }
  }
}
