// Checks whether the accent colour of the page is readable, and replaces it otherwise.

/** Least contrast of small text, WCAG 2.2 success criterion 1.4.3. */
const ENOUGH = 4.5;

/**
 * Whether the accent is readable on the page, and under the text of a button.
 * @param {HTMLElement} shell element with the style tokens
 */
function isAccentReadable(shell) {
  const probe = shell.appendChild(document.createElement('i'));
  /** @param {string} token */
  const read = (token) => {
    probe.style.color = `color-mix(in srgb, var(${token}) 100%, transparent 0%)`;
    return luminance(getComputedStyle(probe).color);
  };
  const [accent, paper, surface, on] = [read('--accent'), read('--bg'), read('--surface'), read('--on-accent')];
  probe.remove();
  return [paper, surface, on].every((other) => contrast(accent, other) >= ENOUGH);
}

/**
 * Relative luminance of a computed colour, 0–1; NaN if it is unknown, which fails every comparison.
 * @param {string} colour `color(srgb r g b)`, or `rgb(r, g, b)` from an older browser
 */
function luminance(colour) {
  const scale = colour.startsWith('color(') ? 1 : 255;
  const [r = NaN, g = NaN, b = NaN, alpha = 1] = (colour.match(/[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
  /** @param {number} value */
  const linear = (value) => {
    const share = value / scale;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return alpha < 1 ? NaN : 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** @param {number} a @param {number} b */
function contrast(a, b) {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Uses our own accent if the page's one is not readable. @param {HTMLElement} shell */
export function checkAccent(shell) {
  shell.removeAttribute('data-accent');
  if (!isAccentReadable(shell)) shell.setAttribute('data-accent', 'own');
}
