import { SECOND_MS } from '@moneytrail/calendar';
import { createLayout, deleteLayout, saveLayout } from '../layouts/save-layout.ts';
import { findLayout, findLayouts, type LayoutData, type LayoutKey } from '../layouts/store.ts';
import { orMissing, type Resource, refuse, type StorageCall, textOf } from './resource.ts';

const MISSING = 'Chart not found';

const timestampOf = ({ savedAtMs }: { savedAtMs: number }) => Math.floor(savedAtMs / SECOND_MS);

/** The chart that a call names; null where it names none. */
function keyOf({ userId, query: { chart = '' } }: StorageCall): LayoutKey | null {
  if (chart === '') return null;
  return /^\d{1,15}$/.test(chart) ? { userId, id: Number(chart) } : refuse(MISSING);
}

async function dataOf({ form: read }: StorageCall): Promise<LayoutData> {
  const form = await read();
  const { content = '' } = form;
  if (content === '') refuse('No content to save');
  const name = textOf(form, 'name');
  if (name === '') refuse('Name of chart should not be empty');
  return {
    name,
    symbol: textOf(form, 'symbol'),
    resolution: textOf(form, 'resolution'),
    content,
  };
}

/** `/charts`: the user's layouts. A save is the next version of its layout, whatever was there before, which is kept. */
export const charts: Resource = {
  async GET({ db }, call) {
    const key = keyOf(call);
    if (!key) {
      const all = await findLayouts(db, call.userId);
      const data = all.map(({ id, name, symbol, resolution, savedAtMs }) => {
        return { id, name, timestamp: timestampOf({ savedAtMs }), symbol, resolution };
      });
      return { data };
    }
    const { id, name, content, savedAtMs } = (await findLayout(db, key)) ?? refuse(MISSING);
    return { data: { id, name, timestamp: timestampOf({ savedAtMs }), content } };
  },
  async POST(deps, call) {
    const key = keyOf(call);
    const data = await dataOf(call);
    if (key) {
      const save = { baseRevision: null, isStep: true, data };
      await orMissing(saveLayout(deps, key, save), MISSING);
      return {};
    }
    const { id } = await createLayout(deps, { userId: call.userId, key: null, data });
    return { id };
  },
  async DELETE(deps, call) {
    const key = keyOf(call) ?? refuse('Wrong chart id');
    await orMissing(deleteLayout(deps, key), MISSING);
    return {};
  },
};
