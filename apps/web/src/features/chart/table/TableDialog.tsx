import { Button, Menu } from '@mantine/core';
import type { ChartBar, ChartComparison } from '@moneytrail/chart';
import { IconColumns, IconFileTypeCsv } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sourceName } from '../../../lib/source-name.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useIsPhone } from '../../../ui/hooks/use-is-phone.ts';
import { PartLoading } from '../../../ui/PartLoading.tsx';
import { type StudiedInstruments, studiedInstruments } from '../compare/studied-instruments.ts';
import { useFirstBarsSettled } from '../controller/use-first-bars.ts';
import { chartKey } from '../data/kept-bars.ts';
import { useExports } from '../exports/use-exports.ts';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { SIMULATED } from '../model/messages.ts';
import { RESOLUTION_NAMES } from '../model/resolution-labels.ts';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { type StudyOnChart, tabledStudies } from '../preferences/studies-on-chart.ts';
import { useReplayMs } from '../replay/use-replay.ts';
import { BarCards, BarsTable } from './BarsTable.tsx';
import classes from './TableDialog.module.css';
import {
  NEWEST_FIRST,
  nextSort,
  sortRows,
  type TableColumn,
  TIME_COLUMN,
  tableColumns,
} from './table-columns.ts';
import { useTabledValues } from './tabled-values.ts';

/** The bars of the chart and the values of its studies as a table. */
export function TableDialog() {
  const { info, resolution, controller, openPanel } = useChartScreen();
  const hasTried = useFirstBarsSettled(controller, info, resolution);
  return (
    <Dialog
      title={`${info.name} ${RESOLUTION_NAMES[resolution]}, ${sourceName(info.exchange)}`}
      width={1120}
      isTall
      onClose={() => openPanel(NOTHING_OPEN)}
    >
      {hasTried ? <PresentBars key={chartKey(info.ticker, resolution)} /> : <PartLoading />}
    </Dialog>
  );
}

/** A snapshot of the bars: new ones must not move the rows. */
function PresentBars() {
  const { controller } = useChartScreen();
  const { inputs, studies: onChart } = usePreferences();
  const queryClient = useQueryClient();
  const [{ bars, instruments, studied }] = useState(() => ({
    bars: controller?.engine.bars() ?? [],
    instruments: controller?.engine.comparison.frozen() ?? null,
    studied: studiedInstruments(
      {
        compared: controller?.compared.get() ?? [],
        readings: controller?.comparedReadings.get() ?? [],
      },
      queryClient,
    ),
  }));
  const studies = tabledStudies(onChart, inputs);
  // Studies whose code has been loaded meanwhile are further ones.
  const of = studies.map(({ key, chosenInputs }) => `${key} ${JSON.stringify(chosenInputs)}`);
  return <StudiedBars key={of.join()} {...{ bars, instruments, studied, studies }} />;
}

type StudiedProps = {
  bars: readonly ChartBar[];
  studies: readonly StudyOnChart[];
  /** Compared instruments of the same moment. */
  instruments: ReturnType<ChartComparison['frozen']>;
  studied: StudiedInstruments;
};

function StudiedBars({ bars, studies, instruments, studied }: StudiedProps) {
  const { info, resolution, zone, decimals } = useChartScreen();
  const { hiddenColumns } = usePreferences();
  const { saveCsv } = useExports();
  const [sort, setSort] = useState(NEWEST_FIRST);
  const isPhone = useIsPhone();
  const isReplayed = useReplayMs() !== null;
  const computed = useTabledValues({ bars, studies, resolution, info, instruments });
  const all = tableColumns({ bars, studies, resolution, zone, decimals, info, studied }, computed);
  const columns = all.filter(({ key }) => !hiddenColumns.includes(key));
  const rows = sortRows(all, bars.length, sort);
  return (
    <>
      <div className={classes.head}>
        <span>{bars.length} bars</span>
        {info.simulated && <Chip kind="warning">{SIMULATED}</Chip>}
        {isReplayed && <Chip kind="info">Replay</Chip>}
        <span className={classes.spacer} />
        <ColumnsMenu columns={all} />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFileTypeCsv size={16} stroke={1.75} />}
          className={classes.control ?? ''}
          onClick={saveCsv}
        >
          CSV
        </Button>
      </div>
      {isPhone ? (
        <BarCards columns={columns} rows={rows} />
      ) : (
        <BarsTable
          columns={columns}
          rows={rows}
          sort={sort}
          onSort={(key) => setSort(nextSort(sort, key))}
        />
      )}
    </>
  );
}

type Props = { columns: readonly TableColumn[] };

/** Shows and hides columns; remembered on this device. */
function ColumnsMenu({ columns }: Props) {
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
