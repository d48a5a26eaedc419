import { Menu } from '@mantine/core';
import type { Resolution } from '@moneytrail/calendar';
import type { StudyLine } from '@moneytrail/chart';
import {
  IconBell,
  IconBellPlus,
  IconCalendarSearch,
  IconCamera,
  IconClipboard,
  IconCopy,
  IconMathFunction,
  IconNotebook,
  IconPencilPlus,
  IconPlayerTrackPrev,
  IconRefresh,
  IconRulerMeasure,
  IconSettings,
  IconTable,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { beginCopy } from '../../../lib/copy-text.ts';
import { formatPrice } from '../../../lib/format.ts';
import { showToast } from '../../../stores/toasts.ts';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { lineCondition, signalCondition } from '../alerts/first-conditions.ts';
import { priceCondition } from '../alerts/open-alert.ts';
import { hasCopiedDrawing, pasteDrawing } from '../drawings/copied-drawing.ts';
import { useExports } from '../exports/use-exports.ts';
import { openNewNote } from '../journal/open-note.ts';
import { useKeys } from '../keyboard/use-keys.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { useStudiesOnChart } from '../preferences/preferences.ts';
import { useReplay } from '../replay/use-replay.ts';
import classes from './ChartMenu.module.css';
import { MenuItem } from './MenuItem.tsx';
import type { MenuPlace } from './menu-place.ts';
import { StudyAlertItem } from './StudyAlertItem.tsx';

/** A bar of these is called by its length. */
const BAR_NAMES: Readonly<Partial<Record<Resolution, string>>> = {
  '1D': 'day',
  '1W': 'week',
  '1M': 'month',
};

type Props = { place: MenuPlace; onClose: () => void };

/** The context menu of the chart. */
export function ChartMenu({ place, onClose }: Props) {
  const keys = useKeys();
  const screen = useChartScreen();
  const { controller, openPanel, decimals } = screen;
  const { savePicture } = useExports();
  const { start } = useReplay();
  const point = place.subject.kind === 'chart' ? place.subject.point : null;
  const mark = controller?.engine.marksAt(place.x, place.y)?.marks[0];
  const line = controller?.engine.studyAt(place.x, place.y);
  const price = point && formatPrice(point.price, decimals);
  const copyPrice = async (text: string) => {
    const isCopied = await beginCopy().finish(text.replaceAll(',', '').replace('−', '-'));
    if (isCopied) showToast({ kind: 'success', text: `${text} copied.` });
    else showToast({ kind: 'error', text: `${text} could not be copied.` });
  };
  return (
    <MenuAt label="Chart menu" place={place} onClose={onClose}>
      {line && <LineItems line={line} />}
      <MenuItem icon={IconRefresh} keys={keys({ kind: 'reset' })} onClick={controller?.resetView}>
        Reset view
      </MenuItem>
      <MenuItem
        icon={IconCalendarSearch}
        keys={keys({ kind: 'open', panel: { kind: 'go-to' } })}
        onClick={() => openPanel({ kind: 'go-to' })}
      >
        Go to date
      </MenuItem>
      <MenuItem
        icon={IconRulerMeasure}
        keys="Shift+drag"
        onClick={controller?.engine.startMeasuring}
      >
        Measure
      </MenuItem>
      {point && (
        <MenuItem
          icon={IconBellPlus}
          keys={keys({ kind: 'alert' })}
          onClick={() =>
            openPanel({ kind: 'alert', condition: priceCondition(point.price, decimals) })
          }
        >
          Alert at {price}
        </MenuItem>
      )}
      {point && (
        <MenuItem
          icon={IconPlayerTrackPrev}
          keys={keys({ kind: 'replay' })}
          onClick={() => start(point.timeMs)}
        >
          Start replay here
        </MenuItem>
      )}
      {point && (
        <MenuItem
          icon={IconPencilPlus}
          keys={keys({ kind: 'note' })}
          onClick={() => openNewNote(screen, point.timeMs)}
        >
          Note on this {BAR_NAMES[screen.resolution] ?? 'bar'}
        </MenuItem>
      )}
      {mark && (
        <MenuItem
          icon={IconBellPlus}
          onClick={() =>
            openPanel({ kind: 'alert', condition: signalCondition(mark.side, mark.strong) })
          }
        >
          Alert on the next {mark.side} mark
        </MenuItem>
      )}
      {price && (
        <MenuItem icon={IconCopy} onClick={() => void copyPrice(price)}>
          Copy price {price}
        </MenuItem>
      )}
      {controller && hasCopiedDrawing() && (
        <MenuItem icon={IconClipboard} keys="Ctrl+V" onClick={() => pasteDrawing(controller)}>
          Paste drawing
        </MenuItem>
      )}
      <Menu.Divider />
      <MenuItem
        icon={IconMathFunction}
        keys={keys({ kind: 'open', panel: { kind: 'indicators' } })}
        onClick={() => openPanel({ kind: 'indicators' })}
      >
        Indicators
      </MenuItem>
      <MenuItem
        icon={IconBell}
        keys={keys({ kind: 'open', panel: { kind: 'alerts' } })}
        onClick={() => openPanel({ kind: 'alerts' })}
      >
        Alerts
      </MenuItem>
      <MenuItem
        icon={IconNotebook}
        keys={keys({ kind: 'open', panel: { kind: 'journal' } })}
        onClick={() => openPanel({ kind: 'journal' })}
      >
        Journal
      </MenuItem>
      <MenuItem
        icon={IconTable}
        keys={keys({ kind: 'open', panel: { kind: 'table' } })}
        onClick={() => openPanel({ kind: 'table' })}
      >
        Table of bars
      </MenuItem>
      <MenuItem icon={IconCamera} keys={keys({ kind: 'picture' })} onClick={savePicture}>
        Save picture
      </MenuItem>
      <MenuItem icon={IconSettings} onClick={() => openPanel({ kind: 'settings' })}>
        Chart settings
      </MenuItem>
    </MenuAt>
  );
}

/** The entries of the line of a study. */
function LineItems({ line }: { line: StudyLine }) {
  const { openPanel } = useChartScreen();
  const studies = useStudiesOnChart();
  const study = studies.find(({ key }) => key === line.key);
  if (!study) return null;
  const { name, condition, repeated } = lineCondition(study, line.output);
  const drawn = studies.find(({ key, isVisible }) => key === repeated && isVisible) ?? study;
  return (
    <>
      <StudyAlertItem study={study} condition={condition}>
        Alert on {name}
      </StudyAlertItem>
      <MenuItem icon={IconSettings} onClick={() => openPanel({ kind: 'inputs', study: drawn.key })}>
        Settings of {drawn.name}
      </MenuItem>
      <Menu.Divider />
    </>
  );
}

/** Beside neither edge with room for it, the menu lies over the pressed place. */
const IN_WINDOW = { flip: true, shift: { crossAxis: true, limiter: undefined } };

type MenuAtProps = {
  label: string;
  place: Pick<MenuPlace, 'x' | 'y'>;
  onClose: () => void;
  children: ReactNode;
};

/** A menu open at a point of the chart. */
export function MenuAt({ label, place, onClose, children }: MenuAtProps) {
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      offset={2}
      middlewares={IN_WINDOW}
      returnFocus
      withInitialFocusPlaceholder={false}
      portalProps={IN_MAIN}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label={label}
          className={classes.target}
          style={{ left: place.x, top: place.y }}
        />
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown ?? ''}>{children}</Menu.Dropdown>
    </Menu>
  );
}
