import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props<Choice> = {
  chosen: Choice;
  items: readonly { value: Choice; label: string; sample?: ReactNode }[];
  onChoose: (choice: Choice) => void;
};

/** The items of a menu of which one is chosen; a choice closes the menu. */
export function RadioItems<Choice extends string | number>(props: Props<Choice>) {
  const { chosen, items, onChoose } = props;
  return items.map(({ value, label, sample }) => (
    <Menu.RadioItem
      key={value}
      value={String(value)}
      checked={value === chosen}
      checkIcon={<IconCheck size={16} stroke={1.75} />}
      rightSection={sample}
      closeMenuOnClick
      onChange={() => onChoose(value)}
    >
      {label}
    </Menu.RadioItem>
  ));
}
