import { Button, SegmentedControl } from '@mantine/core';
import { type CoverageDay, type ExchangeName, getCoverage, IMPORTED } from '@moneytrail/contract';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverClock } from '../../api/server-clock.ts';
import { authorizedRequest } from '../../api/session/session.ts';
import { formatDate } from '../../lib/format-time.ts';
import { showToast } from '../../stores/toasts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import classes from './CoverageDialog.module.css';
import { countDays, gapsOf, placeDays, type ShownState, shownState } from './coverage-weeks.ts';
import { type ExportedSeries, exportBars } from './imports/export-bars.ts';
import { RetryLine, RowButton } from './RowControls.tsx';
import { INSTRUMENT_TEXTS } from './texts.ts';

const RESOLUTIONS = [
  { value: '1', label: '1m' },
  { value: '15', label: '15m' },
  { value: '60', label: '1h' },
  { value: '1D', label: '1D' },
] as const;
type StoredResolution = (typeof RESOLUTIONS)[number]['value'];

type Props = { exchange: ExchangeName; code: string; onClose: () => void };

/** Saves the stored bars of the chosen resolution. */
function ExportButton({ series }: { series: ExportedSeries }) {
  const saving = useMutation({
    mutationFn: exportBars,
    onSuccess: (count) =>
      showToast(
        count > 0
          ? { kind: 'success', text: `${count.toLocaleString('en-US')} bars saved.` }
          : { kind: 'error', text: 'No bars of this resolution are stored.' },
      ),
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={saving.isPending}
      onClick={() => saving.mutate(series)}
    >
      Save as CSV
    </Button>
  );
}

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
        <ExportButton series={{ exchange, symbol: code, resolution }} />
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
        <CoverageMap
          {...query.data}
          exchange={exchange}
          backfilledFrom={exchange === IMPORTED ? null : query.data.backfilledFrom}
          year={year}
        />
      )}
    </Dialog>
  );
}

type CoverageMapProps = {
  exchange: ExchangeName;
  days: readonly CoverageDay[];
  year: number;
  beginsAt: string | null;
  backfilledFrom: string | null;
};

const STATES = {
  stored: 'Stored',
  partial: 'Partly stored',
  missing: 'Never asked for',
  onDemand: 'Before the backfill’s range',
  empty: 'The vendor has none',
  closed: 'No trading',
} as const;
const FILE_STATES = {
  ...STATES,
  missing: 'Outside the files',
  empty: 'The files have none',
} as const;
const statesOf = (exchange: ExchangeName) => (exchange === IMPORTED ? FILE_STATES : STATES);
/** The map shows more than this better than a list of dates. */
const MOST_NAMED = 12;

const count = (value: number) => value.toLocaleString('en-US');
const dateOf = ({ date }: CoverageDay) => formatDate(Date.parse(date));

function wordsOf(day: CoverageDay, state: ShownState, states: ReturnType<typeof statesOf>): string {
  if (state === 'outside') return `${dateOf(day)}: outside the history`;
  const bars = day.bars > 0 ? `, ${count(day.bars)} of ${count(day.expected)} bars` : '';
  const kept = day.quarantined > 0 ? `, ${count(day.quarantined)} quarantined` : '';
  return `${dateOf(day)}: ${states[state].toLowerCase()}${bars}${kept}`;
}

/** Narrow screens start at the newest weeks. */
function showNewest(scroller: HTMLElement | null): void {
  if (scroller) scroller.scrollLeft = scroller.scrollWidth;
}

/** A year as a calendar of weeks, and in words. */
function CoverageMap({ exchange, days, year, beginsAt, backfilledFrom }: CoverageMapProps) {
  const states = statesOf(exchange);
  const counts = countDays(days, backfilledFrom);
  const lacking = gapsOf(days);
  const isOfFiles = exchange === IMPORTED;
  // Backfills and quarantine are of vendors.
  const legend = Object.entries(states).filter(([state]) => !isOfFiles || state !== 'onDemand');
  const missing = isOfFiles ? 'outside the files' : 'never requested';
  const summary = `${year}: ${counts.stored} days stored, ${counts.partial} partly, ${counts.missing} ${missing}, ${count(counts.quarantined)} bars quarantined.`;
  return (
    <>
      <p className={classes.summary}>
        {summary}
        {backfilledFrom !== null &&
          ` A backfill reads from ${formatDate(Date.parse(backfilledFrom))} on; ${count(counts.onDemand)} earlier days of the year are read when a chart asks for them.`}
        {beginsAt !== null && ` The history begins on ${formatDate(Date.parse(beginsAt))}.`}
      </p>
      <ScrollRegion className={classes.scroller} ref={showNewest} label={`Calendar of ${year}`}>
        <div className={classes.map} role="img" aria-label={`Calendar of ${summary}`}>
          {placeDays(days).map(({ day, week, weekday }) => (
            <span
              key={day.date}
              className={classes.day}
              data-state={shownState(day, backfilledFrom)}
              data-quarantined={day.quarantined > 0 || undefined}
              title={wordsOf(day, shownState(day, backfilledFrom), states)}
              style={{ gridColumn: week + 1, gridRow: weekday + 1 }}
            />
          ))}
        </div>
      </ScrollRegion>
      <ul className={classes.legend}>
        {legend.map(([state, name]) => (
          <li key={state}>
            <span className={classes.day} data-state={state} /> {name}
          </li>
        ))}
        {!isOfFiles && (
          <li>
            <span className={classes.day} data-state="stored" data-quarantined /> With quarantined
            bars
          </li>
        )}
      </ul>
      {lacking.length > 0 && (
        <p className={classes.lacking}>
          Not whole: {lacking.slice(-MOST_NAMED).reverse().map(dateOf).join(' · ')}
          {lacking.length > MOST_NAMED && ` and ${count(lacking.length - MOST_NAMED)} more`}
        </p>
      )}
    </>
  );
}
