import {
  createScreen,
  deleteScreen,
  listScreens,
  type SavedScreen,
  saveScreen,
} from '@moneytrail/contract';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.ts';
import { screensQuery } from '../../../api/screens.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';

export type ScreenFields = Pick<SavedScreen, 'name' | 'question' | 'columns'>;

const MOST_ATTEMPTS = 4;

const fieldsOf = ({ name, question, columns }: ScreenFields): ScreenFields => ({
  name,
  question,
  columns: [...columns],
});

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * A screen that two devices have changed since `base`: each part is as the device has it that changed it, and as `mine` has
 * it where both did.
 */
export function mergeScreen(
  base: ScreenFields,
  mine: ScreenFields,
  theirs: ScreenFields,
): ScreenFields {
  return {
    name: mine.name === base.name ? theirs.name : mine.name,
    question: isEqual(mine.question, base.question) ? theirs.question : mine.question,
    columns: isEqual(mine.columns, base.columns) ? theirs.columns : mine.columns,
  };
}

function put(client: QueryClient, id: number, screen: SavedScreen | null): void {
  client.setQueryData(screensQuery.queryKey, (screens) => {
    const others = (screens ?? []).filter((each) => each.id !== id);
    const all = screen ? [...others, screen] : others;
    return all.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  });
}

/** Saves a new screen; the alerts of the deleted one that it replaces go on with it. */
export async function addScreen(
  client: QueryClient,
  fields: ScreenFields,
  { replaces }: { replaces?: number } = {},
): Promise<SavedScreen> {
  const key = randomUuid();
  const body = { key, ...fieldsOf(fields), ...(replaces !== undefined && { replaces }) };
  const made = await authorizedRequest(createScreen, { body }, { isRepeatable: true });
  put(client, made.id, made);
  return made;
}

/** Saves what has changed since `base`; a save that meets another device's is merged with it. */
export async function changeScreen(
  client: QueryClient,
  base: SavedScreen,
  change: Partial<ScreenFields>,
): Promise<SavedScreen> {
  let [seen, fields]: [SavedScreen, ScreenFields] = [base, { ...fieldsOf(base), ...change }];
  for (let attempt = 1; ; attempt += 1) {
    try {
      const body = { baseRevision: seen.revision, ...fieldsOf(fields) };
      const saved = await authorizedRequest(saveScreen, { params: { id: base.id }, body });
      put(client, saved.id, saved);
      return saved;
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'RECORD_CHANGED';
      if (!isStale || attempt === MOST_ATTEMPTS) throw error;
      const { screens } = await authorizedRequest(listScreens, {});
      const theirs = screens.find(({ id }) => id === base.id);
      if (!theirs) throw error;
      fields = mergeScreen(seen, fields, theirs);
      seen = theirs;
    }
  }
}

export async function removeScreen(client: QueryClient, { id }: SavedScreen): Promise<void> {
  await authorizedRequest(deleteScreen, { params: { id } });
  put(client, id, null);
}
