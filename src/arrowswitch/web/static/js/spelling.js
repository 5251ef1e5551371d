// Comparison of names in a search while typing, as in the program (`register.search.spelled`).

/** @type {Record<string, string>} */
const LETTERS = { ø: "o", æ: "ae", œ: "oe", ł: "l", đ: "d", ð: "d", þ: "th", ħ: "h", ı: "i" };

/**
 * Returns a text without width, case, spaces, hyphens, apostrophes, marks at letters, and with one kana.
 * @param {string} text
 */
export const spelled = (text) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/(?:\s|[\u0300-\u036f]|\p{P})+/gu, "")
    .replace(/[øæœłđðþħı]/g, (c) => LETTERS[c])
    .normalize("NFC")
    .replace(/[ァ-ヶ]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 96));
