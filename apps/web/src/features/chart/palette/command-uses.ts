import { serverClock } from '../../../api/server-clock.ts';
import { COMMAND_USES, onForgetDrafts } from '../../../lib/draft-storage.ts';
import { createStoredValue } from '../../../lib/stored-value.ts';
import { useValue } from '../../../stores/use-value.ts';
import { type CommandUse, readUses, withUse } from './rank.ts';

const store = createStoredValue<readonly CommandUse[]>(COMMAND_USES, readUses);
onForgetDrafts(() => store.set([]));

/** The uses of commands on this device. */
export function useCommandUses(): readonly CommandUse[] {
  return useValue(store);
}

export function noteUse(id: string): void {
  store.change((uses) => withUse(uses, id, serverClock.now()));
}
