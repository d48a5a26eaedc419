import { Button, Menu } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import classes from './TableDialog.module.css';
import { type TableColumn, TIME_COLUMN } from './table-columns.ts';

type Props = { columns: readonly TableColumn[] };

/** Which columns the table shows; kept on this device. */
export function ColumnsMenu({ columns }: Props) {
  const { hiddenColumns } = usePreferences();
  const toggle = (key: string) => {
    const isHidden = hiddenColumns.includes(key);
    updatePreferences({
      hiddenColumns: isHidden
        ? hiddenColumns.filter((one) => one !== key)
        : [...hiddenColumns, key],
    });
  };
  return (
    <Menu position="bottom-end" closeOnItemClick={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconColumns size={16} stroke={1.75} />}
          className={classes.control ?? ''}
        >
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.columns ?? ''}>
        {columns
          .filter(({ key }) => key !== TIME_COLUMN)
          .map(({ key, head }) => {
            const isShown = !hiddenColumns.includes(key);
            return (
              <Menu.CheckboxItem key={key} checked={isShown} onChange={() => toggle(key)}>
                {head}
              </Menu.CheckboxItem>
            );
          })}
      </Menu.Dropdown>
    </Menu>
  );
}
