import { PAPER_TRADES } from '../../../lib/draft-storage.ts';
import { tabStorage } from '../../../lib/tab-storage.ts';

/** Whether a chart of the tab may have been in a replay before a reload; the code of replays knows which one. */
export function mayResumeReplay(): boolean {
  return tabStorage()?.getItem(PAPER_TRADES)?.includes('"replays":[{') ?? false;
}
