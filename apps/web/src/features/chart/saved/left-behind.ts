import { shortened } from '../../../lib/shortened.ts';
import type { Draft, Drafts } from './drafts.ts';
import type { LayoutApi } from './layout-api.ts';
import { isChangedElsewhere, isGone } from './layout-sender.ts';

const LONGEST_NAME = 150;

/** What a chart is called that was changed elsewhere too: `Maize (copy of 14:02)`. */
export function copyName(name: string, atMs: number): string {
  const time = new Date(atMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return `${shortened(name, LONGEST_NAME)} (copy of ${time})`;
}

type Deps = {
  api: LayoutApi;
  drafts: Drafts;
  userId: string;
  clock: { now: () => number };
  newKey: () => string;
  tell: (text: string) => void;
};

async function sendDraft({ api, clock, newKey, tell }: Deps, draft: Draft): Promise<void> {
  const { base, key, fields } = draft;
  try {
    // What is made by a key is made of what was sent by it first: the newest is saved after it.
    const at = base ?? (await api.create(key, fields));
    await api.save(at.id, at.revision, fields);
  } catch (error) {
    if (!isChangedElsewhere(error) && !isGone(error)) throw error;
    const name = copyName(fields.name, clock.now());
    await api.create(newKey(), { ...fields, name });
    tell(`Changes that had not been sent yet are kept as “${name}”.`);
  }
}

/** Sends what tabs left behind that are no longer open; what cannot be sent stays for the next time. */
export async function sendLeftBehind(deps: Deps): Promise<void> {
  for (const { draft, drop } of await deps.drafts.leftBehind(deps.userId)) {
    const isSent = await sendDraft(deps, draft).then(
      () => true,
      () => false,
    );
    if (isSent) drop();
  }
}
