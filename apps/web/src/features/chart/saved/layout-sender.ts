import {
  createLayout,
  getLayout,
  type Layout,
  type LayoutHead,
  listLayouts,
  saveLayout,
} from '@moneytrail/contract';
import { ApiError } from '../../../api/api-error.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { named } from './layout-merge.ts';
import {
  deltaOf,
  type KnownParts,
  type LayoutParts,
  type PartsDelta,
  withDelta,
} from './layout-parts.ts';

/** Fields of a stored layout; only the chart reads `content`. */
export type LayoutFields = { name: string; symbol: string; resolution: string; content: string };

/**
 * Everything that makes two layouts differ. The instrument is left out: opening another one is not a change to save.
 */
export type ComparableLayout = {
  /** All settings as one text; equal settings are equal texts. */
  settings: string;
  /** Immutable: a changed drawing is another object. */
  drawings: readonly { id: string }[];
};

/** The chart as it is now. */
export type ChartNow = Omit<LayoutFields, 'content'> & {
  comparable: ComparableLayout;
  /** Taken apart once, on demand. */
  parts: () => LayoutParts;
  /** Serializes the content, which grows with the drawings; done once, on demand. */
  write: () => string;
};

export function fieldsOf({ name, symbol, resolution, write }: ChartNow): LayoutFields {
  return { name, symbol, resolution, content: write() };
}

/** Serializes only drawings that were touched, however many there are. */
export function isSameLayout(one: ComparableLayout, other: ComparableLayout): boolean {
  if (one.settings !== other.settings) return false;
  if (one.drawings === other.drawings) return true;
  if (one.drawings.length !== other.drawings.length) return false;
  return one.drawings.every((drawing, index) => {
    const before = other.drawings[index];
    // Fields are always written in the same order.
    return drawing === before || JSON.stringify(drawing) === JSON.stringify(before);
  });
}

/** The user's stored layouts. All calls reject with an `ApiError`. */
export const layoutApi = {
  /** Newest first. */
  list: async (): Promise<readonly LayoutHead[]> =>
    (await authorizedRequest(listLayouts, {})).layouts,
  get: (id: number): Promise<Layout> => authorizedRequest(getLayout, { params: { id } }),
  /** Idempotent: the same key creates one layout. */
  create: (
    key: string,
    fields: LayoutFields & { isKept?: boolean },
  ): Promise<{ id: number; revision: number }> =>
    authorizedRequest(createLayout, { body: { key, ...fields } }, { isRepeatable: true }),
  /**
   * Rejects with `LAYOUT_CHANGED` where the layout was saved elsewhere since `baseRevision`. A step makes the version stay
   * that it replaces, a kept save the one that it makes.
   */
  save: (
    id: number,
    baseRevision: number,
    fields: LayoutFields & { isStep?: boolean; isKept?: boolean },
  ): Promise<{ revision: number }> =>
    authorizedRequest(
      saveLayout,
      { params: { id }, body: { baseRevision, ...fields } },
      { isRepeatable: true },
    ),
};

export type LayoutApi = typeof layoutApi;

/** A stored layout as this tab last knew it. */
export type OpenLayout = { id: number; name: string; revision: number };

/** Unanswered states to remember. */
const MOST_UNANSWERED = 10;

export function isChangedElsewhere(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'LAYOUT_CHANGED';
}

export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** The changed layout and the revision it was changed from, with what a later merge needs. Storable as JSON. */
export type SendState = {
  /** Null for a layout that is still to be created. */
  base: OpenLayout | null;
  /** Idempotency key for creating the layout, or the copy if a change cannot be merged. */
  key: string;
  /** The known states as differences from the chart. */
  known: { bases: readonly PartsDelta[]; sent: readonly PartsDelta[] };
};

export function knownFrom({ known }: Pick<SendState, 'known'>, mine: LayoutParts): KnownParts {
  return {
    bases: known.bases.map((delta) => withDelta(mine, delta)),
    sent: known.sent.map((delta) => withDelta(mine, delta)),
  };
}

const NOTHING_KNOWN: KnownParts = { bases: [], sent: [] };

type Next = {
  /** Null for a layout that is still to be created. */
  open: OpenLayout | null;
  /** The state that needs no saving. */
  saved: ComparableLayout | null;
  known?: KnownParts;
  /** May have created its layout already. */
  key?: string;
};

type Marks = { isStep: boolean; isKept: boolean };

/** Sends one chart as the open layout or as a new one, and stays correct when answers are lost. */
export class LayoutSender {
  readonly #api: LayoutApi;
  readonly #newKey: () => string;
  #open: OpenLayout | null = null;
  #key: string;
  #saved: ComparableLayout | null = null;
  #known = NOTHING_KNOWN;
  /** Whether an earlier request may have created a layout with this key, from other content. */
  #mayBeMade = false;
  /** The content of the created layout is unknown until `merged`. */
  #isUnread = false;
  #isStep = false;
  #isKept = false;

  constructor(api: LayoutApi, newKey: () => string) {
    this.#api = api;
    this.#newKey = newKey;
    this.#key = newKey();
  }

  get open(): OpenLayout | null {
    return this.#open;
  }

  get key(): string {
    return this.#key;
  }

  /** True if the server's layout must be read and merged before the next save. */
  get isUnread(): boolean {
    return this.#isUnread;
  }

  /** Whether the chart needs no saving: the server has it, or nobody has changed it. */
  has({ comparable, name }: ChartNow): boolean {
    const isNamed = this.#open === null || name === this.#open.name;
    // An unanswered content may have replaced the saved one.
    if (this.#saved === null || this.#known.sent.length > 0 || this.#isKept) return false;
    return isNamed && isSameLayout(comparable, this.#saved);
  }

  /** Rejects with an `ApiError`; may be called again. Marks are for a later save if the chart is one from before a step. */
  send(chart: ChartNow, { isBeforeStep = false } = {}): Promise<void> {
    const marks = {
      isStep: this.#isStep && !isBeforeStep,
      isKept: this.#isKept && !isBeforeStep,
    };
    // Cleared before the call: a step may be marked while it is under way.
    this.#isStep &&= isBeforeStep;
    this.#isKept &&= isBeforeStep;
    const sending = this.#open ? this.#save(this.#open, chart, marks) : this.#create(chart, marks);
    return sending.catch((error) => {
      this.#isStep ||= marks.isStep;
      this.#isKept ||= marks.isKept;
      throw error;
    });
  }

  /** Makes the next save a step, as when an older version is restored. */
  markStep(): void {
    this.#isStep = true;
  }

  /** Makes the next version stay, even if nothing was changed. */
  markKept(): void {
    this.#isKept = true;
  }

  /** Continues with another layout, or with one that is still to be created. */
  become({ open, saved, known = NOTHING_KNOWN, key }: Next): void {
    this.#open = open;
    this.#saved = saved;
    this.#known = known;
    this.#key = key ?? this.#newKey();
    this.#mayBeMade = key !== undefined;
    this.#isUnread = false;
    this.#isStep = false;
    this.#isKept = false;
  }

  /** The states that the server may have from this tab. */
  get known(): KnownParts {
    return this.#known;
  }

  /** The chart holds what the server has at `open`, and changes of its own unless `saved` is given. */
  merged(open: OpenLayout, saved: ComparableLayout | null, bases: readonly LayoutParts[]): void {
    this.#open = open;
    this.#saved = saved;
    this.#known = { bases, sent: [] };
    if (this.#isUnread) this.#key = this.#newKey();
    this.#isUnread = false;
  }

  state(chart: ChartNow): SendState {
    const mine = named(chart.parts(), chart.name);
    const { bases, sent } = this.#known;
    return {
      base: this.#isUnread ? null : this.#open,
      key: this.#key,
      known: {
        bases: bases.map((parts) => deltaOf(mine, parts)),
        sent: sent.map((parts) => deltaOf(mine, parts)),
      },
    };
  }

  /** Remembers a state that the server may have from now on. */
  #remember(chart: ChartNow): void {
    const { bases, sent } = this.#known;
    const parts = named(chart.parts(), chart.name);
    this.#known = { bases, sent: [...sent.slice(1 - MOST_UNANSWERED), parts] };
  }

  #answered(chart: ChartNow, open: OpenLayout): void {
    this.#open = open;
    this.#saved = chart.comparable;
    this.#known = { bases: [named(chart.parts(), chart.name)], sent: [] };
  }

  async #create(chart: ChartNow, { isStep, isKept }: Marks): Promise<void> {
    const fields = fieldsOf(chart);
    const isFirst = !this.#mayBeMade;
    this.#mayBeMade = true;
    this.#remember(chart);
    const made = await this.#api.create(this.#key, { ...fields, ...(isKept && { isKept }) });
    const open = { ...made, name: fields.name };
    this.#isStep ||= isStep;
    if (isFirst) {
      this.#answered(chart, open);
      this.#key = this.#newKey();
    } else {
      // A layout created by an earlier request has unknown content.
      this.#open = open;
      this.#isUnread = true;
      this.#isKept ||= isKept;
    }
  }

  async #save(open: OpenLayout, chart: ChartNow, { isStep, isKept }: Marks): Promise<void> {
    const fields = fieldsOf(chart);
    this.#remember(chart);
    const { revision } = await this.#api.save(open.id, open.revision, {
      ...fields,
      ...(isStep && { isStep }),
      ...(isKept && { isKept }),
    });
    this.#answered(chart, { id: open.id, name: fields.name, revision });
  }
}
