import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { RadioItems } from '../pointing/RadioItems.tsx';
import { useStudiesOnChart } from '../preferences/preferences.ts';
import classes from './PaneChooser.module.css';
import { type PaneChoice, paneChoices } from './pane-choice.ts';

type Props = { choice: PaneChoice; onChoose: (id: string) => void };

function showPill(pill: HTMLElement | null): void {
  pill?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Chooses the one study pane below the prices. The chosen one is in sight, such as that of a study just added. */
export function PanePills({ choice, onChoose }: Props) {
  return (
    <fieldset className={classes.pills} aria-label="Study under the chart">
      {paneChoices(useStudiesOnChart()).map(({ id, label }) => (
        <button
          key={id}
          type="button"
          className={classes.pill}
          aria-pressed={id === choice.id}
          ref={id === choice.id ? showPill : undefined}
          onClick={() => onChoose(id)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

/** The same choice as items of a menu. */
export function PaneItems({ choice, onChoose }: Props) {
  const items = paneChoices(useStudiesOnChart()).map(({ id, label }) => ({ value: id, label }));
  return <RadioItems chosen={choice.id} items={items} onChoose={onChoose} />;
}

/** The same choice as a menu, for windows too low for a row of pills. */
export function PaneMenu({ choice, onChoose }: Props) {
  const { label } = choice;
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
        <PaneItems choice={choice} onChoose={onChoose} />
      </Menu.Dropdown>
    </Menu>
  );
}
