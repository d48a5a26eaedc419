import type { Drawing } from '@moneytrail/chart';
import { COPIED_DRAWING, onForgetDrafts } from '../../../lib/draft-storage.ts';
import { createStoredText } from '../../../lib/stored-text.ts';
import { showToast } from '../../../stores/toasts.ts';
import type { ChartController } from '../controller/chart-controller.ts';

/** The drawing that was copied last, where all tabs of this device find it; the system's clipboard stays as it is. */
const copied = createStoredText(COPIED_DRAWING);
onForgetDrafts(() => copied.write(null));

export function hasCopiedDrawing(): boolean {
  return copied.read() !== null;
}

export function copyDrawing({ engine }: ChartController, { id }: Drawing): void {
  const text = engine.drawings.copy(id);
  if (text === null) return;
  copied.write(text);
  showToast({ kind: 'success', text: 'Drawing copied.' });
}

/** Pastes the copied drawing on the open instrument; false if there is none. */
export function pasteDrawing({ engine, areDrawingsShown }: ChartController): boolean {
  const text = copied.read();
  const pasted = text === null ? null : engine.drawings.paste(text);
  if (!pasted) return false;
  areDrawingsShown.set(true);
  if (pasted.hasOtherPrices) {
    showToast({
      kind: 'info',
      text: 'Pasted at the same height: its own prices are out of view on this symbol.',
    });
  }
  return true;
}
