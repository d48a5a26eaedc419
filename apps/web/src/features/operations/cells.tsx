import { ActionIcon } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { serverClock } from '../../api/server-clock.ts';
import { deviceZone, formatMoment, formatSince } from '../../lib/format-time.ts';
import type { TableColumn } from '../../ui/data-table/use-data-table.ts';

/** In the device's time zone. */
export function momentText(at: string): string {
  return formatMoment(Date.parse(at), deviceZone());
}

/** Relative within a day, with the full time on hover. */
export function Moment({ at }: { at: string | null }) {
  if (at === null) return '–';
  return (
    <time dateTime={at} title={momentText(at)}>
      {formatSince(Date.parse(at), serverClock.now(), deviceZone())}
    </time>
  );
}

/** Column of the button that opens an entry; `label` names the entry. */
export const openColumn = <Entry,>(
  head: string,
  label: (entry: Entry) => string,
  onOpen: (entry: Entry) => void,
): TableColumn<Entry> => ({
  id: 'open',
  head,
  role: 'action',
  isNamed: true,
  widthPx: 64,
  text: () => '',
  cell: (entry) => (
    <ActionIcon variant="subtle" aria-label={label(entry)} onClick={() => onOpen(entry)}>
      <IconEye size={20} stroke={1.75} />
    </ActionIcon>
  ),
});
