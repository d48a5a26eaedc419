import { Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { DrawingTool } from '@moneytrail/chart';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import classes from './DrawingBar.module.css';
import { shortcutOf, TOOL_NAMES, type ToolGroup, toolOnButton } from './drawing-tools.ts';
import { ToolIcon } from './ToolIcon.tsx';

type Props = {
  group: ToolGroup;
  lastTools: readonly DrawingTool[];
  /** The tool that waits for its points. */
  active: DrawingTool | null;
  onChoose: (tool: DrawingTool | null) => void;
};

/**
 * The tool of a group that was used last; a press chooses it or gives it back. The others stand in a menu beside it, which
 * a finger opens by the button itself.
 */
export function ToolGroupButton({ group, lastTools, active, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false);
  const isCoarse = useMediaQuery('(pointer: coarse)', undefined, {
    getInitialValueInEffect: false,
  });
  const shown = toolOnButton(group, lastTools);
  const isActive = active === shown;
  const shortcut = shortcutOf(shown);
  const hasMenu = group.tools.length > 1;
  const press = () => {
    if (isActive) onChoose(null);
    else if (hasMenu && isCoarse) setOpen(true);
    else onChoose(shown);
  };
  const button = (
    <ToolButton
      label={TOOL_NAMES[shown]}
      {...(shortcut && { shortcut })}
      tipSide="right"
      icon={<ToolIcon tool={shown} />}
      isActive={isActive}
      aria-pressed={isActive}
      onClick={press}
    />
  );
  if (!hasMenu) return button;
  return (
    <div className={classes.group}>
      {button}
      <Menu
        position="right-start"
        opened={isOpen}
        onChange={setOpen}
        portalProps={IN_MAIN}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          {isCoarse ? (
            <span className={classes.corner} />
          ) : (
            <button
              type="button"
              className={classes.more}
              aria-label={`${group.name}: all tools`}
              onClick={() => setOpen(!isOpen)}
            >
              <IconChevronRight size={12} stroke={2} />
            </button>
          )}
        </Menu.Target>
        <Menu.Dropdown aria-label={group.name}>
          {group.tools.map((tool) => (
            <Menu.Item
              key={tool}
              leftSection={<ToolIcon tool={tool} />}
              rightSection={<span className={classes.keys}>{shortcutOf(tool)}</span>}
              onClick={() => onChoose(tool)}
            >
              {TOOL_NAMES[tool]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
