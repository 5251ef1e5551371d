// Optional functions of the pages of a result package: find a name, sort a table, remember the language. They also run
// on old phones: every feature used is at least ten years old. Nothing is fetched.
(() => {
  /** @type {Record<string, string>} */
  const SUITS = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };

  /**
   * Letters as they are compared: small, narrow, katakana as hiragana, so that a name is found however it is typed.
   * @param {string} text
   */
  const plain = (text) =>
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[\u30a1-\u30f6]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 0x60));

  const find = () => {
    const box = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-find]"));
    if (!box) {
      return;
    }
    const message = /** @type {HTMLElement} */ (document.getElementById("found"));
    /** @type {HTMLElement[]} */
    const rows = Array.from(document.querySelectorAll("[data-spelt]"));
    /** @type {HTMLElement} */ (box.parentNode).hidden = rows.length < 2;
    box.addEventListener("input", () => {
      const parts = plain(box.value).split(/\s+/);
      let matches = 0;
      for (const row of rows) {
        const text = plain(`${row.textContent} ${row.getAttribute("data-spelt")}`);
        row.hidden = parts.some((part) => text.indexOf(part) < 0);
        matches += row.hidden ? 0 : 1;
      }
      message.textContent = matches ? "" : message.getAttribute("data-none");
    });
  };

  /**
   * The sort key of a cell: its number if it begins with one, else its text.
   * @param {HTMLTableRowElement} row
   * @param {number} column
   */
  const worth = (row, column) => {
    const text = (row.cells[column].textContent || "").trim();
    return { text, number: Number.parseFloat(text.replace("\u2212", "-")) };
  };

  /**
   * @param {HTMLTableElement} table
   * @param {HTMLTableCellElement} head
   */
  const sort = (table, head) => {
    const isUp = head.getAttribute("aria-sort") !== "ascending";
    for (const other of Array.from(table.querySelectorAll("th"))) {
      other.removeAttribute("aria-sort");
    }
    head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
    const rows = Array.from(table.tBodies[0].rows);
    rows.sort((one, other) => {
      const [a, b] = [worth(one, head.cellIndex), worth(other, head.cellIndex)];
      const isByNumber = !Number.isNaN(a.number) && !Number.isNaN(b.number);
      const order = isByNumber ? a.number - b.number : a.text.localeCompare(b.text);
      return isUp ? order : -order;
    });
    for (const row of rows) {
      table.tBodies[0].appendChild(row);
    }
  };

  const makeSortable = () => {
    /** @type {HTMLTableElement[]} */
    const tables = Array.from(document.querySelectorAll("table.sortable"));
    for (const table of tables) {
      for (const head of Array.from(table.querySelectorAll("th"))) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = head.textContent;
        head.textContent = "";
        head.appendChild(button);
        button.addEventListener("click", () => sort(table, head));
      }
    }
  };

  /**
   * A stored value; `value` replaces it. Returns null if the browser stores nothing for pages of a folder.
   * @param {string} key
   * @param {string} [value]
   */
  const stored = (key, value) => {
    try {
      if (value !== undefined) {
        localStorage.setItem(key, value);
      }
      return localStorage.getItem(key);
    } catch (_) {
      return null;
    }
  };

  const language = () => {
    /** @type {HTMLAnchorElement[]} */
    const links = Array.from(document.querySelectorAll("[data-language]"));
    for (const link of links) {
      link.addEventListener("click", () => stored("language", link.getAttribute("data-language") || ""));
    }
    const wanted = stored("language") || navigator.language || "";
    const own = links.filter((link) => wanted.indexOf(link.getAttribute("data-language") || "-") === 0);
    if (document.querySelector(".choice") && own.length) {
      location.replace(own[0].href);
    }
  };

  const key = `${document.documentElement.getAttribute("data-event")}:me`;

  /** Marks the rows of the reader, and links to the reader's scorecard. */
  const markOwn = () => {
    const me = stored(key) || "";
    /** @type {HTMLElement[]} */
    const rows = Array.from(document.querySelectorAll("[data-who]"));
    for (const row of rows) {
      const isOwn = me !== "" && (row.getAttribute("data-who") || "").split(" ").indexOf(me) >= 0;
      row.classList.toggle("is-own", isOwn);
    }
    const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("[data-me]"));
    if (link) {
      link.hidden = me === "";
      link.href = `${me}.html`;
    }
    showOwnResults(me);
  };

  const askWho = () => {
    const button = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-this-is-me]"));
    if (!button) {
      return;
    }
    const line = /** @type {HTMLElement} */ (button.parentNode);
    const page = line.getAttribute("data-page") || "";
    const show = () => button.setAttribute("aria-pressed", String(stored(key) === page));
    line.hidden = false;
    button.addEventListener("click", () => {
      stored(key, stored(key) === page ? "" : page);
      show();
      markOwn();
    });
    show();
  };

  /** Scrolls to the reader's row of a ranking if it is below the window. */
  const jumpToOwn = () => {
    const row = document.querySelector(".ranks .is-own");
    if (row && !location.hash && row.getBoundingClientRect().bottom > innerHeight) {
      row.scrollIntoView({ block: "center" });
    }
  };

  /**
   * The results of a contestant: session, board, side, result, score, worth, rank of the worth.
   * @param {string} page
   * @returns {OwnResult[]}
   */
  const resultsOf = (page) => {
    const results = window.arrowswitchResults;
    return results ? results[page] || [] : [];
  };

  /**
   * @param {HTMLElement} parent
   * @param {string} tag
   * @param {string} text
   * @param {string} [name]
   */
  const add = (parent, tag, text, name) => {
    const element = document.createElement(tag);
    element.textContent = text;
    if (name) {
      element.className = name;
    }
    parent.appendChild(element);
    return element;
  };

  /**
   * Adds a result with its suit in colour.
   * @param {HTMLElement} parent
   * @param {string} text
   */
  const addPlayed = (parent, text) => {
    const element = add(parent, "span", "", "played");
    for (const piece of text.split(/([♠♥♦♣])/).filter(Boolean)) {
      add(element, "span", piece, SUITS[piece] ? `suit ${SUITS[piece]}` : "");
    }
  };

  /**
   * Fills the column of the reader's own results in an index of boards.
   * @param {string} me
   */
  const showOwnResults = (me) => {
    const table = document.querySelector("[data-own-results]");
    if (!table) {
      return;
    }
    const session = Number(table.getAttribute("data-own-results"));
    const results = resultsOf(me);
    table.classList.toggle("has-own", results.length > 0);
    for (const row of Array.from(table.querySelectorAll("[data-board]"))) {
      const board = Number(row.getAttribute("data-board"));
      const cell = /** @type {HTMLElement} */ (row.querySelector(".own-result"));
      cell.textContent = "";
      for (const result of results.filter((one) => one[0] === session && one[1] === board)) {
        addPlayed(cell, result[3]);
        add(cell, "span", result[4], "score");
        add(cell, "b", result[5]);
      }
    }
  };

  const compare = () => {
    const form = document.getElementById("compare");
    const place = document.getElementById("compared");
    if (!form || !place) {
      return;
    }
    /** @type {HTMLSelectElement[]} */
    const [first, second] = Array.from(form.querySelectorAll("select"));
    const wanted = location.hash.slice(1) || stored(key) || first.value;
    first.value = wanted;
    const me = stored(key) || "";
    second.value = me && me !== wanted ? me : "";
    if (second.selectedIndex < 0) {
      second.selectedIndex = first.selectedIndex === 0 ? 1 : 0;
    }
    const show = () => compareTwo(place, first, second);
    form.addEventListener("change", show);
    form.hidden = place.hidden = false;
    show();
  };

  /**
   * @param {HTMLElement} place
   * @param {HTMLSelectElement} first
   * @param {HTMLSelectElement} second
   */
  const compareTwo = (place, first, second) => {
    /** @param {string} name */
    const words = (name) => place.getAttribute(`data-${name}`) || "";
    const others = resultsOf(second.value);
    place.textContent = "";
    const table = add(place, "table", "", "list compared");
    const head = add(add(table, "thead", ""), "tr", "");
    const names = [first, second].map((one) => one.options[one.selectedIndex].textContent || "");
    add(head, "th", words("board")).setAttribute("scope", "col");
    for (const name of names) {
      const cell = add(head, "th", "");
      cell.setAttribute("scope", "col");
      addName(cell, name);
    }
    const body = add(table, "tbody", "");
    const better = [0, 0];
    let level = 0;
    for (const own of resultsOf(first.value)) {
      for (const other of others.filter((one) => one[0] === own[0] && one[1] === own[1])) {
        const row = add(body, "tr", "");
        const link = add(add(row, "td", "", "n board"), "a", String(own[1]));
        link.setAttribute("href", `board-${own[0]}-${own[1]}.html`);
        const order = own[6] === null || other[6] === null ? 0 : own[6] - other[6];
        better[0] += order > 0 ? 1 : 0;
        better[1] += order < 0 ? 1 : 0;
        level += order === 0 ? 1 : 0;
        addResult(row, own, order > 0);
        addResult(row, other, order < 0);
      }
    }
    const sum = document.createElement("p");
    sum.className = "sum";
    names.forEach((name, at) => {
      const line = add(sum, "span", "");
      addName(line, name);
      add(line, "span", ` ${words("better").replace("#", String(better[at]))}`);
    });
    add(sum, "span", `${words("level")} ${level}`);
    if (body.childNodes.length) {
      place.insertBefore(sum, table);
    } else {
      place.textContent = words("none");
    }
  };

  /**
   * Adds the number and the players of a pair, each of which stays on one line.
   * @param {HTMLElement} place
   * @param {string} name
   */
  const addName = (place, name) => {
    for (const piece of name.match(/[^–・　]+[–・　]?/g) || []) {
      if (piece.startsWith(" ")) {
        place.appendChild(document.createTextNode(" "));
      }
      add(place, "span", piece.trimStart(), "person");
    }
  };

  /**
   * @param {HTMLElement} row
   * @param {OwnResult} result
   * @param {boolean} isBetter
   */
  const addResult = (row, result, isBetter) => {
    const cell = add(row, "td", "", isBetter ? "side-result is-better" : "side-result");
    addPlayed(cell, `${result[2]} ${result[3]}`);
    add(cell, "span", result[4], "score");
    add(cell, "b", result[5]);
  };

  language();
  find();
  makeSortable();
  askWho();
  markOwn();
  jumpToOwn();
  compare();
})();
