/** A copy to the clipboard of a text that is not known yet. */
export type PendingCopy = {
  /** Gives the text; answers whether it was copied. */
  finish: (text: string) => Promise<boolean>;
  /** There will be no text: the clipboard stays as it is. */
  abandon: () => void;
};

async function writeWhenKnown(text: Promise<string>): Promise<boolean> {
  try {
    const blob = text.then((known) => new Blob([known], { type: 'text/plain' }));
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    // Without a secure address, in older browsers, or where the person has forbidden it.
    return false;
  }
}

/** Copies by selecting, as browsers did before they had a clipboard for pages. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'visually-hidden';
  // Inside a dialog that keeps the focus, the field must be part of it.
  const dialogs = document.querySelectorAll('[role="dialog"]');
  (dialogs[dialogs.length - 1] ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}

/**
 * Begins to copy what the server has yet to answer. To be called while a press is handled: browsers take nothing from a
 * page that waited first, but they take a promise.
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
