import {
  createLayout,
  getLayout,
  type Layout,
  type LayoutHead,
  listLayouts,
  saveLayout,
} from '@moneytrail/contract';
import { authorizedRequest } from '../../../api/authorized-request.ts';
import type { Essence } from './essence.ts';

/** What is saved of a chart; the content is read by the chart alone. */
export type LayoutFields = { name: string; symbol: string; resolution: string; content: string };

/** The chart as it is now. */
export type ChartNow = Omit<LayoutFields, 'content'> & {
  essence: Essence;
  /** The content, which is as large as what is drawn: written once, where it is needed. */
  write: () => string;
};

/** What is saved of the chart as it is now. */
export function fieldsOf({ name, symbol, resolution, write }: ChartNow): LayoutFields {
  return { name, symbol, resolution, content: write() };
}

/** The stored layouts of whoever is signed in; all calls reject with an `ApiError`. */
export type LayoutApi = {
  /** The newest saved first. */
  list: () => Promise<readonly LayoutHead[]>;
  get: (id: number) => Promise<Layout>;
  /** The same key again makes no second one. */
  create: (key: string, fields: LayoutFields) => Promise<{ id: number; revision: number }>;
  /**
   * Rejects with `LAYOUT_CHANGED` where somebody else has saved it since the revision. What a step replaces is kept as a
   * version, however short it was there.
   */
  save: (
    id: number,
    baseRevision: number,
    fields: LayoutFields & { isStep?: boolean },
  ) => Promise<{ revision: number }>;
};

export const layoutApi: LayoutApi = {
  list: async () => (await authorizedRequest(listLayouts, {})).layouts,
  get: (id) => authorizedRequest(getLayout, { params: { id } }),
  create: (key, fields) =>
    authorizedRequest(createLayout, { body: { key, ...fields } }, { isRepeatable: true }),
  save: (id, baseRevision, fields) =>
    authorizedRequest(
      saveLayout,
      { params: { id }, body: { baseRevision, ...fields } },
      { isRepeatable: true },
    ),
};
