import { Button } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { Chip } from '../../../ui/Chip.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { usePreferences } from '../preferences/preferences.ts';
import { useChartScreen } from '../screen/chart-context.ts';
import { SIMULATED } from '../screen/messages.ts';
import { NOTHING_OPEN } from '../screen/open-panel.ts';
import { RESOLUTION_LABELS } from '../toolbar/resolution-labels.ts';
import { useExports } from '../toolbar/use-exports.ts';
import { BarsTable } from './BarsTable.tsx';
import classes from './TableDialog.module.css';
import { tableColumns } from './table-columns.ts';

/** The bars of the chart and the values of its studies as a table: the same in words and numbers. */
export function TableDialog() {
  const { info, resolution, zone, decimals, session, openPanel } = useChartScreen();
  const { inputs } = usePreferences();
  const { saveCsv } = useExports();
  // The table shows the bars of the moment it was opened: rows do not move under the eye.
  const [bars] = useState(() => session?.engine.bars() ?? []);
  const columns = tableColumns({ bars, inputs, resolution, zone, decimals });
  return (
    <Sheet
      title={`${info.name} ${RESOLUTION_LABELS[resolution]}, ${info.exchange}`}
      width={1120}
      isTall
      onClose={() => openPanel(NOTHING_OPEN)}
    >
      <div className={classes.head}>
        <span>{bars.length} bars, newest first</span>
        {info.simulated && <Chip kind="warning">{SIMULATED}</Chip>}
        <span className={classes.spacer} />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFileTypeCsv size={16} stroke={1.75} />}
          onClick={saveCsv}
        >
          CSV
        </Button>
      </div>
      <BarsTable columns={columns} rowCount={bars.length} />
    </Sheet>
  );
}
