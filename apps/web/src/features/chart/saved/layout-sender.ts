import { ApiError } from '../../../api/api-error.ts';
import { type Essence, isSameEssence } from './essence.ts';
import { type ChartNow, fieldsOf, type LayoutApi } from './layout-api.ts';

/** A layout of the server as this tab knows it. */
export type OpenLayout = { id: number; name: string; revision: number };

/** Of contents that were not answered the newest are remembered. */
const MOST_UNANSWERED = 10;

/** Whether somebody else has saved the layout since. */
export function isChangedElsewhere(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'LAYOUT_CHANGED';
}

export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Sends one chart to the server, as the layout that is open or as a new one, also where answers are lost. */
export type LayoutSender = {
  open: () => OpenLayout | null;
  /** By which a new layout is made once. */
  key: () => string;
  /** Whether the server has the chart like this, or it is as nothing was changed. */
  has: (chart: ChartNow) => boolean;
  /** Rejects with an `ApiError`; what the server has is known afterwards as well as before. */
  send: (chart: ChartNow) => Promise<void>;
  /** What is on the screen took the place of what was there: the next save says so. */
  markStep: () => void;
  /**
   * Goes on with another layout, which the server has like this; or with none, where this is nothing that must be saved.
   * A key that was used before may have made it already.
   */
  become: (next: OpenLayout | null, essence: Essence | null, key?: string) => void;
};

export function createLayoutSender(api: LayoutApi, newKey: () => string): LayoutSender {
  let open: OpenLayout | null = null;
  let key = newKey();
  let saved: Essence | null = null;
  /** Whether the key may have made a layout already, of whatever was sent by it first. */
  let mayBeMade = false;
  /** Whether what is saved next takes the place of what was there, as an older version does. */
  let isStep = false;
  /** Contents that were sent and not answered: the server may have any of them. */
  let unanswered: string[] = [];

  const create = async (chart: ChartNow) => {
    const fields = fieldsOf(chart);
    const isFirst = !mayBeMade;
    mayBeMade = true;
    const { id, revision } = await api.create(key, fields);
    // What was made by the key before is not known: it is saved over with the next attempt.
    open = { id, name: isFirst ? fields.name : '', revision };
    saved = isFirst ? chart.essence : null;
  };
  const save = async (present: OpenLayout, chart: ChartNow): Promise<void> => {
    const fields = fieldsOf(chart);
    const sentBefore = unanswered;
    unanswered = [...sentBefore.slice(1 - MOST_UNANSWERED), fields.content];
    try {
      const { revision } = await api.save(present.id, present.revision, {
        ...fields,
        ...(isStep && { isStep }),
      });
      open = { ...present, name: fields.name, revision };
      saved = chart.essence;
      unanswered = [];
      isStep = false;
    } catch (error) {
      if (!isChangedElsewhere(error)) throw error;
      // It may be our own change whose answer was lost.
      const now = sentBefore.length > 0 ? await api.get(present.id) : null;
      unanswered = [];
      if (!now || !sentBefore.includes(now.content)) throw error;
      open = { ...present, revision: now.revision };
      return save(open, chart);
    }
  };
  return {
    open: () => open,
    key: () => key,
    has: ({ essence, name }) => {
      const isNamed = open === null || name === open.name;
      // What was sent and not answered may have taken its place.
      if (saved === null || unanswered.length > 0) return false;
      return isNamed && isSameEssence(essence, saved);
    },
    send: (chart) => (open ? save(open, chart) : create(chart)),
    become(next, essence, itsKey) {
      open = next;
      saved = essence;
      key = itsKey ?? newKey();
      mayBeMade = itsKey !== undefined;
      unanswered = [];
      isStep = false;
    },
    markStep() {
      isStep = true;
    },
  };
}
