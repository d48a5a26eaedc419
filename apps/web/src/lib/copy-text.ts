/** A copy to the clipboard whose text is not known yet. */
export type PendingCopy = {
  /** Supplies the text; resolves to whether it was copied. */
  finish: (text: string) => Promise<boolean>;
  /** No text will come: the clipboard stays as it is. */
  abandon: () => void;
};

async function writeWhenKnown(text: Promise<string>): Promise<boolean> {
  try {
    const blob = text.then((known) => new Blob([known], { type: 'text/plain' }));
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    // An insecure origin, an older browser, or permission denied.
    return false;
  }
}

/** The fallback of browsers without a clipboard API. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'visually-hidden';
  // A dialog that traps the focus must contain the field.
  const dialogs = document.querySelectorAll('[role="dialog"]');
  (dialogs[dialogs.length - 1] ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}

/**
 * Begins a copy whose text is still to come. Call it during a press: browsers refuse a page that awaited first but
 * accept a promise.
 */
export function beginCopy(): PendingCopy {
  let resolve: (text: string) => void = () => {};
  let reject: (reason: Error) => void = () => {};
  const text = new Promise<string>((...settle) => {
    [resolve, reject] = settle;
  });
  text.catch(() => {});
  const isWritten = writeWhenKnown(text);
  return {
    finish: async (known) => {
      resolve(known);
      return (await isWritten) || copyBySelection(known);
    },
    abandon: () => reject(new Error('there is nothing to copy')),
  };
}
