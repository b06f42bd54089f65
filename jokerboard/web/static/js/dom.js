// Small helpers for making and changing elements. Styles are set through properties: the page's
// content security policy allows no style attributes.

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

/** Sets a text only when it differs, so that live regions speak only when there is something new. */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Sets an attribute only when it differs; null takes it away. */
export function mark(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

/** Runs `make` only when `key` differs from the last time for this node. */
const keys = new WeakMap();
export function whenNew(node, key, make) {
  if (keys.get(node) === key) return;
  keys.set(node, key);
  make();
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A choice of one among a few: radio buttons that look like one strip. Arrow keys work by themselves. */
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

/** What `ask` gives. A busy table may be too late, so it is asked up to `tries` times. */
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
