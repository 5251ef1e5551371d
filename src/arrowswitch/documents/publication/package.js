// Optional functions of the pages of a result package: find a name, sort a table, remember the language. They also run
// on old phones: every feature used is at least ten years old. Nothing is fetched.
(() => {
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
    const rows = Array.from(document.querySelectorAll(`#${box.getAttribute("data-find")} > li`));
    /** @type {HTMLElement} */ (box.parentNode).hidden = false;
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
   * The language that the reader took last, or nothing where the browser keeps nothing for pages of a folder.
   * @param {string | null} [taken]
   */
  const remembered = (taken) => {
    try {
      if (taken) {
        localStorage.setItem("language", taken);
      }
      return localStorage.getItem("language");
    } catch (_) {
      return null;
    }
  };

  const language = () => {
    /** @type {HTMLAnchorElement[]} */
    const links = Array.from(document.querySelectorAll("[data-language]"));
    for (const link of links) {
      link.addEventListener("click", () => remembered(link.getAttribute("data-language")));
    }
    const wanted = remembered() || navigator.language || "";
    const own = links.filter((link) => wanted.indexOf(link.getAttribute("data-language") || "-") === 0);
    if (document.querySelector(".choice") && own.length) {
      location.replace(own[0].href);
    }
  };

  language();
  find();
  makeSortable();
})();
