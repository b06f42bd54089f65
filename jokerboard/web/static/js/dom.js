// Small functions that make and change elements. Styles are set as properties, because the page's content security
// policy allows no style attributes.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An HTML element. */
export const h = (tag, attributes, ...children) =>
  fill(document.createElement(tag), attributes, children);

/** An SVG element. */
export const s = (tag, attributes, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

export const byId = (id) => document.getElementById(id);

/** Sets a text only if it differs, so that live regions are read aloud only when something is new. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Sets an attribute only if it differs; null removes it. */
export function mark(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

const keys = new WeakMap(); // node -> the key of the last call
/** Calls `make` only if `key` differs from the last call's for this node. */
export function whenNew(node, key, make) {
  if (keys.get(node) === key) return;
  keys.set(node, key);
  make();
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A choice between a few values: radio buttons that look like one strip. The browser handles the arrow keys. */
export function segments(group, name, choices, chosen, choose) {
  whenNew(group, JSON.stringify([choices, chosen]), () => {
    const had = group.contains(document.activeElement);
    group.replaceChildren(
      ...choices.map(([value, label, title]) => {
        const input = h("input", { type: "radio", name, value, checked: value === chosen, "aria-label": title });
        input.addEventListener("change", () => choose(value));
        return h("label", { title }, input, h("span", null, label));
      }),
    );
    if (had) group.querySelector("input:checked")?.focus();
  });
}

export const AGAIN = 1500; // milliseconds until a table is asked again

/** The result of `ask`, which is called up to `tries` times, because a busy table may answer too late. */
export async function patiently(ask, tries = 5) {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      tries -= 1;
      if (!tries) throw error;
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }
}
