import { Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import classes from './PaneMenu.module.css';
import { PANE_CHOICES, type PaneChoice } from './pane-choice.ts';

type Props = { choice: PaneChoice; onChoose: (choice: PaneChoice) => void };

/** Chooses the one study that stands under the prices, where there is no height for a row of pills. */
export function PaneMenu({ choice, onChoose }: Props) {
  const label = PANE_CHOICES.find(({ id }) => id === choice)?.label ?? '';
  return (
    <Menu position="bottom-end" portalProps={IN_MAIN} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ToolButton
          label={`${label}: study under the chart`}
          className={classes.button ?? ''}
          text={label}
          icon={<IconChevronDown size={16} stroke={1.75} />}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {PANE_CHOICES.map(({ id, label: name }) => (
          <Menu.RadioItem
            key={id}
            value={id}
            checked={id === choice}
            checkIcon={<IconCheck size={16} stroke={1.75} />}
            closeMenuOnClick
            onChange={() => onChoose(id)}
          >
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
