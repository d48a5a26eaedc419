/** Where charts that the server has not taken yet are kept in the browser: the key is this and the id of a tab. */
export const DRAFT_PREFIX = 'chartDraft:';

/** Takes all drafts away, as at sign-out: the next person on this device sees none of them. */
export function forgetDrafts(): void {
  try {
    const storage = globalThis.localStorage;
    for (const key of Object.keys(storage)) {
      if (key.startsWith(DRAFT_PREFIX)) storage.removeItem(key);
    }
  } catch {
    // Storage is switched off: nothing was kept.
  }
}
