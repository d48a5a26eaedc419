import { Menu } from '@mantine/core';
import { CANDLE_TYPES } from '@moneytrail/chart/model';
import {
  IconCamera,
  IconCirclePlus,
  IconDots,
  IconFileTypeCsv,
  IconKeyboard,
  IconLayoutSidebarRight,
  IconListDetails,
  IconMathFunction,
  IconMaximize,
  IconMinimize,
  IconPlayerTrackPrev,
  IconSearch,
  IconSettings,
  IconTable,
} from '@tabler/icons-react';
import { sourceName } from '../../../lib/source-name.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { toggleFullScreen, useIsFullScreen } from '../../../ui/hooks/use-full-screen.ts';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { useExports } from '../exports/use-exports.ts';
import { GridMenu, LazyGridItems } from '../grid/GridMenu.tsx';
import { useKeys } from '../keyboard/use-keys.ts';
import { LayoutButton } from '../layouts/LayoutButton.tsx';
import { useChartScreen } from '../model/chart-context.ts';
import { SIMULATED } from '../model/messages.ts';
import { PaneMenu } from '../phone/PaneChooser.tsx';
import { MenuItem } from '../pointing/MenuItem.tsx';
import { RadioItems } from '../pointing/RadioItems.tsx';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { useReplay, useReplayMs } from '../replay/use-replay.ts';
import { useSidePanel } from '../watchlist/side-panel.ts';
import { CANDLE_TYPE_LOOKS } from './candle-types.ts';
import { IntervalButtons } from './IntervalButtons.tsx';
import symbolClasses from './SymbolButton.module.css';
import classes from './Toolbar.module.css';
import { UndoButtons } from './UndoButtons.tsx';

type Props = { hasSummary: boolean };

/** The selection of what is shown on the left, actions on the right. */
export function Toolbar({ hasSummary }: Props) {
  const keys = useKeys();
  // The whole document goes full screen, so that dialogs and menus stay visible.
  const isFullScreen = useIsFullScreen();
  const { controller, openPanel } = useChartScreen();
  const FullScreenIcon = isFullScreen ? IconMinimize : IconMaximize;
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Chart" data-region="toolbar">
      <SymbolButton />
      <ToolButton
        label="Compare"
        shortcut={keys({ kind: 'open', panel: { kind: 'compare' } })}
        icon={<IconCirclePlus size={20} stroke={1.75} />}
        onClick={() => openPanel({ kind: 'compare' })}
      />
      <span className={classes.divider} />
      <span className={classes.label} aria-hidden="true">
        Interval
      </span>
      <IntervalButtons />
      <span className={classes.divider} />
      <CandleTypeMenu />
      <ToolButton
        label="Indicators"
        shortcut={keys({ kind: 'open', panel: { kind: 'indicators' } })}
        icon={<IconMathFunction size={20} stroke={1.75} />}
        text="Indicators"
        className={classes.foldable ?? ''}
        onClick={() => openPanel({ kind: 'indicators' })}
      />
      {controller && (
        <>
          <span className={classes.divider} />
          <UndoButtons />
        </>
      )}
      <span className={classes.spacer} />
      <LayoutButton />
      <GridMenu className={classes.wide ?? ''} />
      <ChartTools hasSummary={hasSummary} />
      <ToolButton
        label="Chart settings"
        icon={<IconSettings size={20} stroke={1.75} />}
        onClick={() => openPanel({ kind: 'settings' })}
      />
      {document.fullscreenEnabled && (
        <ToolButton
          label={isFullScreen ? 'Leave full screen' : 'Full screen'}
          icon={<FullScreenIcon size={20} stroke={1.75} />}
          onClick={toggleFullScreen}
        />
      )}
      {hasSummary && <SummaryButton />}
    </div>
  );
}

/** The single row above a low chart; the other actions are behind "More". */
export function LowToolbar({ hasSummary }: { hasSummary: boolean }) {
  const keys = useKeys();
  const { openPanel, onlyPane, choosePane } = useChartScreen();
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Chart" data-region="toolbar">
      <SymbolButton isShort />
      <span className={classes.divider} />
      <IntervalButtons />
      <span className={classes.spacer} />
      {onlyPane && <PaneMenu choice={onlyPane} onChoose={choosePane} />}
      <ToolButton
        label="Indicators"
        shortcut={keys({ kind: 'open', panel: { kind: 'indicators' } })}
        icon={<IconMathFunction size={20} stroke={1.75} />}
        onClick={() => openPanel({ kind: 'indicators' })}
      />
      <ToolButton
        label="More"
        icon={<IconDots size={20} stroke={1.75} />}
        onClick={() => openPanel({ kind: 'settings' })}
      />
      {hasSummary && <SummaryButton />}
    </div>
  );
}

type SymbolButtonProps = {
  /** The code only; the legend below shows the rest. */
  isShort?: boolean;
};

function SymbolButton({ isShort = false }: SymbolButtonProps) {
  const { info, openPanel } = useChartScreen();
  return (
    <button
      type="button"
      className={symbolClasses.button}
      data-tour="search"
      aria-label={`${info.name} ${sourceName(info.exchange)}${info.simulated ? ` ${SIMULATED}` : ''}: symbol search`}
      onClick={() => openPanel({ kind: 'search', text: '' })}
    >
      <IconSearch size={18} stroke={1.75} aria-hidden="true" />
      <span className={symbolClasses.code}>{info.name}</span>
      {!isShort && (
        <>
          {' '}
          <span className={symbolClasses.exchange}>{sourceName(info.exchange)}</span>{' '}
          {info.simulated && <Chip kind="warning">{SIMULATED}</Chip>}
        </>
      )}
    </button>
  );
}

function CandleTypeMenu() {
  const { candleType } = usePreferences();
  const { icon: Icon, label } = CANDLE_TYPE_LOOKS[candleType];
  return (
    <Menu position="bottom-start" portalProps={IN_MAIN} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ToolButton label={`Chart type: ${label}`} icon={<Icon size={20} stroke={1.75} />} />
      </Menu.Target>
      <Menu.Dropdown>
        <RadioItems
          chosen={candleType}
          items={CANDLE_TYPES.map((type) => {
            const { label, icon: TypeIcon } = CANDLE_TYPE_LOOKS[type];
            return { value: type, label, sample: <TypeIcon size={16} stroke={1.75} /> };
          })}
          onChoose={(type) => updatePreferences({ candleType: type })}
        />
      </Menu.Dropdown>
    </Menu>
  );
}

type Tool = {
  label: string;
  shortcut?: string;
  Icon: typeof IconTable;
  run: () => void;
  /** Absent for what does not stay open. */
  isActive?: boolean;
};

/** The less common actions: buttons if there is room, else items of one menu. */
function ChartTools({ hasSummary }: { hasSummary: boolean }) {
  const keys = useKeys();
  const { openPanel } = useChartScreen();
  const { savePicture, saveCsv } = useExports();
  const replay = useReplay();
  const { isOpen, tab, toggle } = useSidePanel(hasSummary);
  const tools: readonly Tool[] = [
    {
      label: 'Watchlist',
      shortcut: keys({ kind: 'watchlist' }),
      Icon: IconListDetails,
      run: () => toggle('watchlist'),
      isActive: isOpen && tab === 'watchlist',
    },
    {
      label: 'Replay',
      shortcut: keys({ kind: 'replay' }),
      Icon: IconPlayerTrackPrev,
      run: replay.toggle,
      isActive: useReplayMs() !== null,
    },
    {
      label: 'Save picture',
      shortcut: keys({ kind: 'picture' }),
      Icon: IconCamera,
      run: savePicture,
    },
    { label: 'Save bars as CSV', Icon: IconFileTypeCsv, run: saveCsv },
    {
      label: 'Table of bars',
      shortcut: keys({ kind: 'open', panel: { kind: 'table' } }),
      Icon: IconTable,
      run: () => openPanel({ kind: 'table' }),
    },
    {
      label: 'Keyboard shortcuts',
      shortcut: '?',
      Icon: IconKeyboard,
      run: () => openPanel({ kind: 'shortcuts' }),
    },
  ];
  return (
    <>
      {tools.map(({ label, shortcut, Icon, run, isActive }) => (
        <ToolButton
          key={label}
          label={label}
          {...(shortcut === undefined ? {} : { shortcut })}
          className={classes.wide ?? ''}
          icon={<Icon size={20} stroke={1.75} />}
          isActive={isActive ?? false}
          aria-pressed={isActive}
          onClick={run}
        />
      ))}
      <Menu position="bottom-end" portalProps={IN_MAIN} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ToolButton
            label="More"
            className={classes.narrow ?? ''}
            icon={<IconDots size={20} stroke={1.75} />}
          />
        </Menu.Target>
        <Menu.Dropdown>
          {tools.map(({ label, shortcut, Icon, run }) => (
            <MenuItem key={label} icon={Icon} keys={shortcut ?? ''} onClick={run}>
              {label}
            </MenuItem>
          ))}
          <Menu.Divider />
          <LazyGridItems />
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** Opens and closes the summary at the right of the chart. */
function SummaryButton() {
  const keys = useKeys();
  const { isOpen, tab, toggle } = useSidePanel(true);
  const isShown = isOpen && tab === 'summary';
  return (
    <ToolButton
      label="Summary"
      shortcut={keys({ kind: 'summary' })}
      icon={<IconLayoutSidebarRight size={20} stroke={1.75} />}
      isActive={isShown}
      aria-pressed={isShown}
      data-tour="summary"
      onClick={() => toggle('summary')}
    />
  );
}
