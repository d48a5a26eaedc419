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

/** Fields of a stored layout; only the chart reads `content`. */
export type LayoutFields = { name: string; symbol: string; resolution: string; content: string };

/**
 * Everything that makes two layouts differ. The instrument is left out: opening another one is not a change to save.
 */
export type ComparableLayout = {
  /** All settings as one text; equal settings are equal texts. */
  settings: string;
  /** Immutable: a changed drawing is another object. */
  drawings: readonly object[];
};

/** The chart as it is now. */
export type ChartNow = Omit<LayoutFields, 'content'> & {
  comparable: ComparableLayout;
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
  create: (key: string, fields: LayoutFields): Promise<{ id: number; revision: number }> =>
    authorizedRequest(createLayout, { body: { key, ...fields } }, { isRepeatable: true }),
  /**
   * Rejects with `LAYOUT_CHANGED` where the layout was saved elsewhere since `baseRevision`. A step makes the server
   * keep the replaced content as a version, however recent it is.
   */
  save: (
    id: number,
    baseRevision: number,
    fields: LayoutFields & { isStep?: boolean },
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

/** Unanswered contents to remember. */
const MOST_UNANSWERED = 10;

export function isChangedElsewhere(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'LAYOUT_CHANGED';
}

export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Sends one chart as the open layout or as a new one, and stays correct when answers are lost. */
export class LayoutSender {
  readonly #api: LayoutApi;
  readonly #newKey: () => string;
  #open: OpenLayout | null = null;
  #key: string;
  #saved: ComparableLayout | null = null;
  /** Whether an earlier request may have created a layout with this key, from other content. */
  #mayBeMade = false;
  #isStep = false;
  /** Contents sent without an answer: the server may have stored any of them. */
  #unanswered: string[] = [];

  constructor(api: LayoutApi, newKey: () => string) {
    this.#api = api;
    this.#newKey = newKey;
    this.#key = newKey();
  }

  get open(): OpenLayout | null {
    return this.#open;
  }

  /** Idempotency key of a layout that is still to be created. */
  get key(): string {
    return this.#key;
  }

  /** Whether the chart needs no saving: the server has it, or nobody has changed it. */
  has({ comparable, name }: ChartNow): boolean {
    const isNamed = this.#open === null || name === this.#open.name;
    // An unanswered content may have replaced the saved one.
    if (this.#saved === null || this.#unanswered.length > 0) return false;
    return isNamed && isSameLayout(comparable, this.#saved);
  }

  /** Rejects with an `ApiError`; may be called again. */
  send(chart: ChartNow): Promise<void> {
    return this.#open ? this.#save(this.#open, chart) : this.#create(chart);
  }

  /** Makes the next save a step, as when an older version is restored. */
  markStep(): void {
    this.#isStep = true;
  }

  /**
   * Continues with another layout, stored as `saved`, or with none, where `saved` needs no saving. A given key may have
   * created its layout already.
   */
  become(next: OpenLayout | null, saved: ComparableLayout | null, key?: string): void {
    this.#open = next;
    this.#saved = saved;
    this.#key = key ?? this.#newKey();
    this.#mayBeMade = key !== undefined;
    this.#unanswered = [];
    this.#isStep = false;
  }

  async #create(chart: ChartNow): Promise<void> {
    const fields = fieldsOf(chart);
    const isFirst = !this.#mayBeMade;
    this.#mayBeMade = true;
    const { id, revision } = await this.#api.create(this.#key, fields);
    // A layout created by an earlier request has unknown content: the next save overwrites it.
    this.#open = { id, name: isFirst ? fields.name : '', revision };
    this.#saved = isFirst ? chart.comparable : null;
  }

  async #save(present: OpenLayout, chart: ChartNow): Promise<void> {
    const fields = fieldsOf(chart);
    const sentBefore = this.#unanswered;
    // Cleared before the call: a step may be marked while it is under way.
    const isStep = this.#isStep;
    this.#isStep = false;
    this.#unanswered = [...sentBefore.slice(1 - MOST_UNANSWERED), fields.content];
    try {
      const { revision } = await this.#api.save(present.id, present.revision, {
        ...fields,
        ...(isStep && { isStep }),
      });
      this.#open = { ...present, name: fields.name, revision };
      this.#saved = chart.comparable;
      this.#unanswered = [];
    } catch (error) {
      this.#isStep ||= isStep;
      if (!isChangedElsewhere(error)) throw error;
      // The other change may be our own, whose answer was lost.
      const now = sentBefore.length > 0 ? await this.#api.get(present.id) : null;
      this.#unanswered = [];
      if (!now || !sentBefore.includes(now.content)) throw error;
      this.#open = { ...present, revision: now.revision };
      return this.#save(this.#open, chart);
    }
  }
}
