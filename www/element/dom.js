// Creates elements with `h` and `svg`. `morph` changes the elements on the page to look like new ones, and keeps focus, text
// in boxes, scroll positions and open details.

/** @typedef {Node | string | number | false | null | undefined} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An HTML element. Attributes that are false or absent are left out. Attributes named `--x` become custom properties, which
 * every content security policy allows.
 * @param {string} tag `p.lead` for `<p class="lead">`
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const [name = 'div', ...classes] = tag.split('.');
  return fill(document.createElement(name), classes, attributes, children);
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const [name = 'g', ...classes] = tag.split('.');
  return fill(document.createElementNS(SVG, name), classes, attributes, children);
}

/**
 * @template {HTMLElement | SVGElement} T
 * @param {T} element
 * @param {string[]} classes
 * @param {Attributes} attributes
 * @param {(Child | Child[])[]} children
 * @returns {T}
 */
function fill(element, classes, attributes, children) {
  if (classes.length) element.setAttribute('class', classes.join(' '));
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === undefined || value === null) continue;
    if (name.startsWith('--')) element.style.setProperty(name, String(value));
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children.flat()) {
    if (child !== false && child !== undefined && child !== null) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
  return element;
}

/**
 * An icon of one path, in the current colour.
 * @param {string} path
 */
export function icon(path, size = 16, width = 1.5) {
  return svg(
    'svg',
    {
      viewBox: `0 0 ${size} ${size}`,
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': width,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
      'aria-hidden': 'true',
    },
    svg('path', { d: path }),
  );
}

/**
 * Makes `live` look like `next`. Values, checks, open details, scroll positions and focus stay.
 * @param {Node} live
 * @param {Node} next
 */
export function morph(live, next) {
  if (live instanceof Element && next instanceof Element && live.nodeName === next.nodeName && key(live) === key(next)) {
    morphAttributes(live, next);
    morphChildren(live, next);
  } else if (live instanceof Text && next instanceof Text) {
    if (live.data !== next.data) live.data = next.data;
  } else {
    /** @type {ChildNode} */ (live).replaceWith(next);
  }
}

/** @param {Element} element */
function key(element) {
  return element.getAttribute('data-key');
}

/** @param {Element} live @param {Element} next */
function morphAttributes(live, next) {
  for (const { name } of [...live.attributes]) {
    if (name !== 'open' && name !== 'style' && !next.hasAttribute(name)) live.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (name !== 'open' && name !== 'style' && live.getAttribute(name) !== value) live.setAttribute(name, value);
  }
  const [from, to] = [/** @type {HTMLElement} */ (next).style, /** @type {HTMLElement} */ (live).style];
  if (from.cssText !== to.cssText) to.cssText = from.cssText;
}

/** @param {Element} live @param {Element} next */
function morphChildren(live, next) {
  if (live instanceof HTMLTextAreaElement) return;
  const wanted = [...next.childNodes];
  for (const [place, child] of wanted.entries()) {
    const here = live.childNodes[place];
    if (here) morph(here, child);
    else live.append(child);
  }
  while (live.childNodes.length > wanted.length) live.lastChild?.remove();
}

/** @param {string} path relative to this module */
export function stylesheet(path) {
  return /** @type {HTMLLinkElement} */ (h('link', { rel: 'stylesheet', href: new URL(path, import.meta.url).href }));
}

/** Resolves when a style sheet is loaded, or has failed. @param {HTMLLinkElement} sheet */
export function loaded(sheet) {
  return new Promise((resolve) => (sheet.onload = sheet.onerror = resolve));
}

/** Largest width of a phone, in rem, as in the style sheets. */
const NARROW = 40;

/** Largest height of a phone with its keyboard, in rem, as in the style sheets. */
const SHORT = 26;

/** Whether an element is at most as wide as a phone. @param {HTMLElement} element */
export function isNarrow({ clientWidth }) {
  return clientWidth <= NARROW * rootSize();
}

/** Whether the window is no higher than a phone with its keyboard, or zoomed in as far. */
export function isShort() {
  return innerHeight <= SHORT * rootSize();
}

/** Pixels of one rem. */
function rootSize() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/**
 * Calls the setters of properties that were set before the class of an element was defined: such a property hides its setter.
 * @param {any} element
 * @param {string[]} names
 */
export function uncoverSetters(element, names) {
  for (const name of names) {
    if (!Object.hasOwn(element, name)) continue;
    const value = element[name];
    delete element[name];
    element[name] = value;
  }
}
