import { ActionIcon } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import type { TableColumn } from '../../ui/data-table/table-column.ts';

/** The column of the eye that opens an entry; `label` says which one it is. */
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
