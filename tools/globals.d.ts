// Types that the scripts of the pages share in addition to the browser's own: the events that they send to each other.

/** A command on its way to the server, as sending.js keeps it. */
interface Sending {
  id: string;
  /** The page on which it was typed. */
  page: string;
  /** Where it lies while it waits. */
  key?: string;
  url: string;
  fields: Record<string, string | string[]>;
  about: { words?: string; page?: string };
  /** Why it was refused after a wait. */
  errors?: Problem[];
}

interface Problem {
  code: string;
  where: string;
  text: string;
}

/** The answer of a page to a command: the entered line with the next one, or the address to open. */
interface Stored {
  key?: string;
  line?: string;
  is_odd?: boolean;
  odd?: string[];
  next?: { round: string; table?: string; board?: string; label: string } | null;
  to?: string;
}

/** The outcome of a command. */
type Answer =
  | { state: "stored"; body: Stored }
  | { state: "refused"; status: number; errors: Problem[]; body?: undefined }
  | { state: "waiting"; body?: undefined };

interface DocumentEventMap {
  "desk:replaced": CustomEvent<{ root: HTMLElement }>;
  "desk:shown": CustomEvent<{ root: Document | HTMLElement }>;
  "desk:version": CustomEvent<{ version: number }>;
  "forms:refused": CustomEvent<{ form: HTMLFormElement; errors: Problem[] }>;
  "forms:stored": CustomEvent<{ form: HTMLFormElement; body: Stored }>;
  "sending:changed": CustomEvent<null>;
  "sending:late": CustomEvent<{ item: Sending; answer: Answer }>;
}

// The pages are HTML: what a selector finds is an HTML element unless a script says that it is of another kind.
interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  querySelector<E extends Element = HTMLElement>(selectors: string): E | null;
  querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
  querySelectorAll<E extends Element = HTMLElement>(selectors: string): NodeListOf<E>;
}

interface Element {
  closest<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  closest<E extends Element = HTMLElement>(selectors: string): E | null;
}

/** A side of a table: its number and the names of its players. */
interface TableSide {
  number: string;
  names: string[];
}

interface TableBoard {
  key: string;
  board: number;
  dealer: string;
  vulnerable: string;
  status: string;
  text: string;
  turned: boolean;
  side: string;
  other: string;
  otherTurned: boolean;
}

interface TableRound {
  round: number;
  played: boolean;
  ns: TableSide;
  ew: TableSide;
  boards: TableBoard[];
}

/** The screen of a table (`web/tables/screen.py`). */
interface TableScreen {
  version: number;
  phase: string;
  round: number;
  rounds: number;
  closed: boolean;
  /** The options of the event for devices: `travellers`, `hands`, `leads`. */
  options: string[];
  called: boolean;
  following: number | null;
  coming: boolean;
  holder: string;
  seating: TableSeating;
  table: string;
  side: string;
  now: TableRound | null;
  earlier: TableRound[];
  next: { who: string; text: string }[];
}

/** The seating check of a device (`web/tables/seating_screen.py`). */
interface TableSeating {
  asks: boolean;
  turned: boolean;
  trouble: string;
  sides: string[];
}

/** The people and tables of a round, to choose from. */
interface SeatPeople {
  here: { key: string; name: string }[];
  people: { key: string; name: string }[];
  tables: { label: string; ns: string; ew: string }[];
}

/** The tools of modules that draw a part of a table's page. */
interface TableTools {
  root: HTMLElement;
  element: (name: string, className: string, ...content: (string | Node)[]) => HTMLElement;
  button: (className: string, onPress: () => void, ...content: (string | Node)[]) => HTMLButtonElement;
  word: (name: string, params?: Record<string, string | number>) => string;
}

/** The same for the seating check and for boards with two results. */
interface SeatTools extends TableTools {
  screen: TableScreen;
  base: string;
  isOwn: boolean;
  seats: (round: TableRound, areTurned?: boolean) => HTMLElement;
  draw: () => void;
  show: (shown: TableScreen | undefined) => void;
  notice: (text?: string) => void;
  isTurned: () => boolean;
  setTurned: (turned: boolean) => void;
}

/** A result while its keys are being pressed. `tricks` is counted from the contract. */
interface TableEntryDraft {
  level: number;
  strain: string;
  doubled: string;
  declarer: string;
  tricks: number | null;
  special: string;
  /** The opening lead, suit and rank; empty without one. */
  lead: string;
}

/** The functions of a table's page that its screens of boards after play use (`web/tables/review.js`). */
interface ReviewTools {
  root: HTMLElement;
  base: string;
  element: (name: string, className: string, ...content: (string | Node)[]) => HTMLElement;
  button: (className: string, onPress: () => void, ...content: (string | Node)[]) => HTMLButtonElement;
  draw: () => void;
  notice: (text?: string) => void;
  open: () => void;
  close: () => void;
  canCorrect: (board: TableBoard) => boolean;
  correct: (board: TableBoard) => void;
}

/** A result of a contestant in a result package: session, board, side, result, score, worth, rank of the worth. */
type OwnResult = [number, number, string, string, string, string, number | null];

interface Window {
  /** The results of all contestants by the names of their pages. */
  arrowswitchResults?: Record<string, OwnResult[]>;
}
