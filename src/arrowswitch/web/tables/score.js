// The score of a result for North-South, as players check it at the table. The server scores by its own rules; a test compares both for
// every contract (Law 77).

const TRICK = { C: 20, D: 20, H: 30, S: 30, NT: 30 };
const RESULT = /^([1-7])([CDHS]|NT)(X{0,2})(=|[+-]\d{1,2}) ([NESW])$/;

/**
 * Returns the score of a result as it is typed, or null for what is no contract.
 * @param {string} text
 * @param {string} vulnerable `none`, `ns`, `ew` or `both`
 * @returns {number | null}
 */
export function scoreOf(text, vulnerable) {
  if (text === "P" || text === "PASS") return 0;
  const parts = RESULT.exec(text);
  if (!parts) return null;
  const [, levelText, strain, doubled, result, declarer] = parts;
  const side = "NS".includes(declarer) ? "ns" : "ew";
  const isVulnerable = vulnerable === "both" || vulnerable === side;
  const over = result === "=" ? 0 : Number(result);
  const score =
    over < 0
      ? -undertricks(-over, doubled, isVulnerable)
      : contractScore(Number(levelText), strain, doubled, over, isVulnerable);
  return side === "ns" ? score : -score;
}

/**
 * @param {number} level
 * @param {string} strain
 * @param {string} doubled
 * @param {number} over
 * @param {boolean} isVulnerable
 */
function contractScore(level, strain, doubled, over, isVulnerable) {
  const trick = TRICK[/** @type {keyof typeof TRICK} */ (strain)];
  const times = 2 ** doubled.length;
  const contract = (level * trick + (strain === "NT" ? 10 : 0)) * times;
  const game = contract >= 100 ? (isVulnerable ? 500 : 300) : 50;
  const slam = level === 6 ? (isVulnerable ? 750 : 500) : level === 7 ? (isVulnerable ? 1500 : 1000) : 0;
  const overtrick = doubled ? 50 * times * (isVulnerable ? 2 : 1) : trick;
  return contract + game + slam + 50 * doubled.length + over * overtrick;
}

/**
 * @param {number} count
 * @param {string} doubled
 * @param {boolean} isVulnerable
 */
function undertricks(count, doubled, isVulnerable) {
  if (!doubled) return count * (isVulnerable ? 100 : 50);
  const single = isVulnerable ? 300 * count - 100 : count <= 3 ? 200 * count - 100 : 300 * count - 400;
  return single * doubled.length;
}
