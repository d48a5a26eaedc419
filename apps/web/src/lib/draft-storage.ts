/** Key prefix of unsaved charts; a tab's id follows. */
export const DRAFT_PREFIX = 'chartDraft:';

/** Key prefix of undo steps; a tab's id follows. */
export const STEPS_PREFIX = 'chartSteps:';

/** Removes all drafts and undo steps at sign-out, so that the next user of the device sees none. */
export function forgetDrafts(): void {
  try {
    const storage = globalThis.localStorage;
    for (const key of Object.keys(storage)) {
      const isOurs = key.startsWith(DRAFT_PREFIX) || key.startsWith(STEPS_PREFIX);
      if (isOurs) storage.removeItem(key);
    }
  } catch {
    // Storage is disabled: nothing was kept.
  }
}
