import { Menu } from '@mantine/core';
import { IconLayoutGrid } from '@tabler/icons-react';
import { useState } from 'react';
import { useValue } from '../../../stores/use-value.ts';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { useChartScreen } from '../model/chart-context.ts';

const gridItems = lazyPart<object>(async () => (await import('./GridItems.tsx')).GridItems);

/** Loads the items in advance, so that the menus open with them. */
export const preloadGridItems = gridItems.preload;

/** The number of charts and what they share, as items of a menu. */
export function LazyGridItems() {
  const [isGivenUp, setGivenUp] = useState(false);
  if (isGivenUp) return null;
  return (
    <LazyPart
      part={gridItems}
      props={{}}
      fallback={<Menu.Label>Several charts…</Menu.Label>}
      onGiveUp={() => setGivenUp(true)}
    />
  );
}

/** Sets how many charts the page has, and what they share. */
export function GridMenu({ className }: { className: string }) {
  const { cells } = useChartScreen();
  const { cells: all } = useValue(cells.state);
  return (
    <Menu position="bottom-end" portalProps={IN_MAIN} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ToolButton
          label={all.length === 1 ? 'Several charts' : `${all.length} charts`}
          icon={<IconLayoutGrid size={20} stroke={1.75} />}
          isActive={all.length > 1}
          className={className}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <LazyGridItems />
      </Menu.Dropdown>
    </Menu>
  );
}
