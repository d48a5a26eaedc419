import { Menu } from '@mantine/core';
import type { PaneId } from '@moneytrail/chart';
import { isTechnical } from '@moneytrail/indicators';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconEye,
  IconEyeOff,
  IconHelp,
  IconLayoutRows,
  IconSettings,
  IconX,
} from '@tabler/icons-react';
import { useValue } from '../../../stores/use-value.ts';
import { studyCondition } from '../alerts/first-conditions.ts';
import { toggledCompared, withoutCompared } from '../compare/compared-instruments.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { useStudiesOnChart } from '../preferences/preferences.ts';
import { useStudyActions } from '../studies/use-study-actions.ts';
import { askTerm } from '../terms/asked-term.ts';
import { MenuAt } from './ChartMenu.tsx';
import { MenuItem } from './MenuItem.tsx';
import type { MenuPlace } from './menu-place.ts';
import { StudyAlertItem } from './StudyAlertItem.tsx';

type Props = { controller: ChartController; place: MenuPlace; onClose: () => void };

/** The context menu of a row of a legend: a study or a compared instrument. */
export function RowMenu({ controller, place, onClose }: Props) {
  const { subject } = place;
  return (
    <MenuAt label="Legend menu" place={place} onClose={onClose}>
      {subject.kind === 'study' && <StudyItems controller={controller} studyKey={subject.key} />}
      {subject.kind === 'compared' && (
        <ComparedItems controller={controller} symbol={subject.symbol} />
      )}
    </MenuAt>
  );
}

type StudyProps = Pick<Props, 'controller'> & { studyKey: string };

function StudyItems({ controller, studyKey }: StudyProps) {
  const { openPanel } = useChartScreen();
  const { toggle, remove } = useStudyActions();
  const study = useStudiesOnChart().find(({ key }) => key === studyKey);
  const isVisible = study?.isVisible ?? false;
  const openSettings = () => openPanel({ kind: 'inputs', study: studyKey });
  // The settings of a study of the field explain it.
  const explain = study && isTechnical(study) ? openSettings : () => explainRow(studyKey);
  return (
    <>
      <MenuItem icon={IconSettings} onClick={openSettings}>
        Settings
      </MenuItem>
      {study && (
        <StudyAlertItem study={study} condition={studyCondition(study)}>
          Alert
        </StudyAlertItem>
      )}
      <MenuItem icon={isVisible ? IconEyeOff : IconEye} onClick={() => toggle(studyKey)}>
        {isVisible ? 'Hide' : 'Show'}
      </MenuItem>
      <MenuItem icon={IconX} onClick={() => remove(studyKey)}>
        Remove
      </MenuItem>
      <MenuItem icon={IconHelp} onClick={explain}>
        What is this?
      </MenuItem>
      {study && <PaneItems controller={controller} pane={study.standsIn} />}
    </>
  );
}

type PaneProps = Pick<Props, 'controller'> & { pane: PaneId };

/** The entries of the pane that a study stands in; none for the price pane and for a pane that stands alone. */
function PaneItems({ controller, pane }: PaneProps) {
  const { engine } = controller;
  const studyPanes = useValue(controller.panes).filter((place) => place.pane !== 'main');
  const index = studyPanes.findIndex((place) => place.pane === pane);
  const place = studyPanes[index];
  const isEnlarged = useValue(controller.enlarged) !== null;
  if (!place?.mayFold || isEnlarged) return null;
  const isAmongOpen = studyPanes.filter(({ isFolded }) => !isFolded).length > 1;
  return (
    <>
      <Menu.Divider />
      <MenuItem
        icon={place.isFolded ? IconChevronRight : IconChevronDown}
        onClick={() => engine.foldPane(pane, !place.isFolded)}
      >
        {place.isFolded ? 'Open pane' : 'Fold pane'}
      </MenuItem>
      {index > 0 && (
        <MenuItem icon={IconArrowUp} onClick={() => engine.movePane(pane, -1)}>
          Move pane up
        </MenuItem>
      )}
      {index < studyPanes.length - 1 && (
        <MenuItem icon={IconArrowDown} onClick={() => engine.movePane(pane, 1)}>
          Move pane down
        </MenuItem>
      )}
      {isAmongOpen && (
        <MenuItem icon={IconLayoutRows} onClick={engine.equalizePanes}>
          Same height for all panes
        </MenuItem>
      )}
    </>
  );
}

/** Explains a study at its row of the legend. */
function explainRow(studyKey: string): void {
  const row = document.querySelector<HTMLElement>(`[data-study="${studyKey}"]`);
  if (row) askTerm(row, row.querySelector('button'));
}

type ComparedProps = Pick<Props, 'controller'> & { symbol: string };

function ComparedItems({ controller, symbol }: ComparedProps) {
  const { comparison } = controller.engine;
  const compared = useValue(controller.compared);
  const isVisible = compared.some((one) => one.symbol === symbol && one.isVisible);
  return (
    <>
      <MenuItem
        icon={isVisible ? IconEyeOff : IconEye}
        onClick={() => comparison.set(toggledCompared(comparison.all(), symbol))}
      >
        {isVisible ? 'Hide' : 'Show'}
      </MenuItem>
      <MenuItem
        icon={IconX}
        onClick={() => comparison.set(withoutCompared(comparison.all(), symbol))}
      >
        Remove
      </MenuItem>
    </>
  );
}
