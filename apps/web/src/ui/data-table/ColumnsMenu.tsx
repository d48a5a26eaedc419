import { Button, Menu } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import type { TableColumn } from './use-data-table.ts';

type Props<Row> = {
  columns: readonly TableColumn<Row>[];
  hidden: readonly string[];
  onChange: (hidden: readonly string[]) => void;
};

export function ColumnsMenu<Row>({ columns, hidden, onChange }: Props<Row>) {
  const toggle = (id: string) =>
    onChange(hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id]);
  return (
    <Menu position="bottom-end" closeOnItemClick={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns size={16} stroke={1.75} />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns
          .filter(({ role }) => role === undefined)
          .map(({ id, head }) => (
            <Menu.CheckboxItem key={id} checked={!hidden.includes(id)} onChange={() => toggle(id)}>
              {head}
            </Menu.CheckboxItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
