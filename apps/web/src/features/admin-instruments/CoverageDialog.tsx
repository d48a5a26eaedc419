import { SegmentedControl } from '@mantine/core';
import { type ExchangeName, getCoverage } from '@moneytrail/contract';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { authorizedRequest } from '../../api/authorized-request.ts';
import { serverClock } from '../../api/server-clock.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import classes from './CoverageDialog.module.css';
import { CoverageMap } from './CoverageMap.tsx';
import { RetryLine } from './RetryLine.tsx';
import { RowButton } from './RowButton.tsx';
import { INSTRUMENT_TEXTS } from './texts.ts';

const RESOLUTIONS = [
  { value: '1', label: '1m' },
  { value: '15', label: '15m' },
  { value: '60', label: '1h' },
  { value: '1D', label: '1D' },
] as const;
type StoredResolution = (typeof RESOLUTIONS)[number]['value'];

type Props = { exchange: ExchangeName; code: string; onClose: () => void };

function coverageQuery(of: {
  exchange: ExchangeName;
  symbol: string;
  resolution: StoredResolution;
  year: number;
}) {
  return queryOptions({
    queryKey: ['admin', 'instruments', 'coverage', of],
    queryFn: ({ signal }) => authorizedRequest(getCoverage, { query: of }, { signal }),
    placeholderData: keepPreviousData,
    meta: { failure: 'in-place' },
  });
}

/** What is stored of an instrument, day by day. */
export function CoverageDialog({ exchange, code, onClose }: Props) {
  const thisYear = new Date(serverClock.now()).getUTCFullYear();
  const [resolution, setResolution] = useState<StoredResolution>('1');
  const [year, setYear] = useState(thisYear);
  const query = useQuery(coverageQuery({ exchange, symbol: code, resolution, year }));
  return (
    <Dialog
      title={`Stored bars of ${code} @ ${exchange}`}
      width={820}
      onClose={onClose}
      onPhone="full"
    >
      <div className={classes.controls}>
        <SegmentedControl
          size="xs"
          aria-label="Resolution"
          data={[...RESOLUTIONS]}
          value={resolution}
          onChange={setResolution}
        />
        <div className={classes.year}>
          <RowButton
            label="The year before"
            icon={<IconChevronLeft size={16} stroke={1.75} />}
            onPress={() => setYear(year - 1)}
          />
          <span aria-live="polite">{year}</span>
          <RowButton
            label="The year after"
            icon={<IconChevronRight size={16} stroke={1.75} />}
            isDisabled={year >= thisYear}
            onPress={() => setYear(year + 1)}
          />
        </div>
      </div>
      {query.isError && <RetryLine text={INSTRUMENT_TEXTS.failures.coverage} query={query} />}
      {query.data && (
        <CoverageMap days={query.data.days} year={year} beginsAt={query.data.beginsAt} />
      )}
    </Dialog>
  );
}
