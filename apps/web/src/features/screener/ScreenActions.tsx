import { Button } from '@mantine/core';
import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import { isStudyFigure, MAX_WATCHLIST_ENTRIES, type ScreenQuestion } from '@moneytrail/contract';
import { IconColumns, IconFileTypeCsv } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { csvFile } from '../../lib/csv.ts';
import { downloadBlob, fileName } from '../../lib/download.ts';
import type { Screen } from '../../lib/screen-address.ts';
import { useValue } from '../../stores/use-value.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import type { ScreenerParts } from './parts.ts';
import { screenCsv } from './rows/screen-csv.ts';
import { readAllRows } from './rows/screen-query.ts';
import { selection } from './rows/selection.ts';
import classes from './ScreenerPage.module.css';

const READ_ALL_MS = 5 * 60_000;

type Props = Pick<ScreenerParts, 'AddToWatchlist'> & {
  screen: Screen;
  /** Nothing is found. */
  isEmpty: boolean;
  onColumns: () => void;
};

/** The choice of columns, and the ways on for the rows that are found. */
export function ScreenActions({ screen, isEmpty, onColumns, AddToWatchlist }: Props) {
  const chosen = useValue(selection);
  const csv = useCsv(screen);
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        leftSection={<IconColumns size={16} stroke={1.75} />}
        onClick={onColumns}
      >
        Columns
      </Button>
      <AddToWatchlist
        label={chosen.size > 0 ? `Add ${chosen.size} selected` : 'Add all found'}
        isDisabled={isEmpty}
        readSymbols={async () =>
          chosen.size > 0 ? [...chosen] : await readSymbols(screen.question)
        }
      />
      <ActionButton
        variant="default"
        aria-label="CSV of all found"
        leftSection={<IconFileTypeCsv size={16} stroke={1.75} />}
        isBusy={csv.isPending}
        disabled={isEmpty}
        onClick={() => csv.mutate()}
      >
        CSV
      </ActionButton>
    </div>
  );
}

async function readSymbols(question: ScreenQuestion): Promise<string[]> {
  const signal = AbortSignal.timeout(READ_ALL_MS);
  const rows = await readAllRows(
    { question, studies: [] },
    { signal, most: MAX_WATCHLIST_ENTRIES },
  );
  return rows.map(({ symbol }) => symbol);
}

/** Saves all rows that are found, not only those that are read. */
function useCsv({ question, columns }: Screen) {
  return useMutation({
    mutationFn: () =>
      readAllRows(
        { question, studies: columns.filter(isStudyFigure) },
        { signal: AbortSignal.timeout(READ_ALL_MS) },
      ),
    onSuccess: (rows) => {
      const day = new Date().toISOString().slice(0, 10);
      const name = fileName(['screen', RESOLUTION_LABELS[question.resolution], day], 'csv');
      downloadBlob(csvFile(screenCsv(rows, columns)), name);
    },
  });
}
