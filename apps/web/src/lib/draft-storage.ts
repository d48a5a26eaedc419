/** Key prefix of unsaved charts; a tab's id follows. */
export const DRAFT_PREFIX = 'chartDraft:';
/** Key of the drawing that was copied last. */
export const COPIED_DRAWING = 'copiedDrawing';

/** Removes all drafts and the copied drawing at sign-out, so that the next user of the device sees none. */
export function forgetDrafts(): void {
  try {
    const storage = globalThis.localStorage;
    for (const key of Object.keys(storage)) {
      if (key.startsWith(DRAFT_PREFIX) || key === COPIED_DRAWING) storage.removeItem(key);
    }
  } catch {
    // Storage is disabled: nothing was kept.
  }
}
