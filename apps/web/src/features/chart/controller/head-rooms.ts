import type { PaneId } from '@moneytrail/chart';
import { record } from '../../../lib/record.ts';
import { createStoredValue } from '../../../lib/stored-value.ts';

/** The height of a legend, and what it was measured with: its lines and the available width. */
type HeadRoom = { px: number; measuredWith: string };

function readHeadRooms(stored: unknown): Readonly<Record<PaneId, HeadRoom>> {
  const rooms = Object.entries(record(stored)).flatMap(([pane, room]) => {
    const { px, measuredWith } = record(room);
    if (typeof px !== 'number' || px < 0 || typeof measuredWith !== 'string') return [];
    return [[pane, { px, measuredWith }] as const];
  });
  return Object.fromEntries(rooms);
}

const store = createStoredValue('legendHeights', readHeadRooms);

/** The last heights of the legends on this device. A chart reserves them at once, so that legends do not move its bars. */
export const headRooms = {
  /** By pane, px. */
  last: (): [PaneId, number][] => Object.entries(store.get()).map(([pane, { px }]) => [pane, px]),
  /** Px; 0 if the same legend has not been measured. */
  keptPx(pane: PaneId, measuredWith: string): number {
    const kept = store.get()[pane];
    return kept?.measuredWith === measuredWith ? kept.px : 0;
  },
  keep(pane: PaneId, room: HeadRoom): void {
    if (this.keptPx(pane, room.measuredWith) === room.px) return;
    store.change((rooms) => ({ ...rooms, [pane]: room }));
  },
};
