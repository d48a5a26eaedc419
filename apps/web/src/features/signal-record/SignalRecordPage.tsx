import { Button, Skeleton } from '@mantine/core';
import type { RecordedMark, SignalRecord } from '@moneytrail/contract';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { FAILURE_TEXTS } from '../../api/failure-text.ts';
import { symbolQuery } from '../../api/queries.ts';
import { csvFile } from '../../lib/csv.ts';
import { downloadBlob, fileName } from '../../lib/download.ts';
import { decimalsOf } from '../../lib/format.ts';
import { deviceZone } from '../../lib/format-time.ts';
import { readRecordSearch } from '../../lib/record-search.ts';
import { paths } from '../../paths.ts';
import { usePageTitle } from '../../stores/use-page-title.ts';
import { Chip } from '../../ui/Chip.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import type { TableSort } from '../../ui/data-table/use-data-table.ts';
import { LoadFailed } from '../../ui/form/LoadFailed.tsx';
import { HowToRead } from '../../ui/HowToRead.tsx';
import { usePageSearch } from '../../ui/hooks/use-page-search.ts';
import { PastTabs } from '../../ui/PastTabs.tsx';
import { SourceLocked } from '../../ui/SourceLocked.tsx';
import { HorizonTable } from './HorizonTable.tsx';
import { chartOf, markColumns, sortedMarks } from './mark-columns.tsx';
import { RecordControls } from './RecordControls.tsx';
import { recordCsv } from './record-csv.ts';
import { questionOf, recordQuery } from './record-query.ts';
import classes from './SignalRecordPage.module.css';
import {
  findingText,
  looksText,
  MEANINGS,
  RECORD_TEXTS,
  SOURCE_SENTENCES,
  scopeText,
} from './texts.ts';

type Props = {
  /** Opens the search of symbols, which tells the choice. */
  onFind: (choose: (symbol: string) => void) => void;
  /** The unlock button of a locked instrument was pressed. */
  onUnlock: (symbol: string) => void;
};

/** The page tells what followed the marks of one instrument: the finding first, then the figures, then every mark. */
export function SignalRecordPage({ onFind, onUnlock }: Props) {
  usePageTitle(RECORD_TEXTS.title);
  const { search, change } = usePageSearch(readRecordSearch);
  const question = questionOf(search);
  const { data: info } = useQuery(symbolQuery(question.symbol));
  const query = useQuery(recordQuery(question));
  const { data: record, error, isPlaceholderData, isFetching, refetch } = query;
  const isLocked = error instanceof ApiError && error.code === 'SOURCE_LOCKED';
  return (
    <div id="record" className={classes.page} tabIndex={-1}>
      <PastTabs symbol={question.symbol} resolution={question.resolution} />
      <RecordControls
        question={question}
        resolutions={info?.supported_resolutions ?? [question.resolution]}
        onChange={change}
        onFind={() => onFind((symbol) => change({ symbol }))}
      />
      {isLocked && <SourceLocked onUnlock={() => onUnlock(question.symbol)} />}
      {error && !isLocked && (
        <LoadFailed isBusy={isFetching} onRetry={() => void refetch()}>
          {RECORD_TEXTS.failed} {error.message || FAILURE_TEXTS.unexpected}
        </LoadFailed>
      )}
      {!error && !record && <Pending />}
      {!isLocked && record && (
        <div className={classes.record} aria-busy={isPlaceholderData}>
          <Finding record={record} onComputed={() => change({ source: 'computed' })} />
          <section className={classes.card} aria-label={RECORD_TEXTS.horizons}>
            <HorizonTable record={record} />
          </section>
          <MarkList record={record} />
          <HowToRead meanings={MEANINGS} />
        </div>
      )}
    </div>
  );
}

function Pending() {
  return (
    <div className={classes.record} role="status" aria-label="Loading">
      <Skeleton height={120} />
      <Skeleton height={320} />
    </div>
  );
}

type FindingProps = { record: SignalRecord; onComputed: () => void };

function Finding({ record, onComputed }: FindingProps) {
  const isEmpty = record.horizons.every(({ figures }) => figures === null);
  return (
    <section className={classes.card} aria-label="Finding">
      <h2 className={classes.finding}>{findingText(record)}</h2>
      <p className={classes.scope}>
        <span>{record.symbol}</span>
        {record.simulated && <Chip kind="warning">{RECORD_TEXTS.simulated}</Chip>}
        <span>{scopeText(record, deviceZone())}</span>
      </p>
      <p className={classes.note}>{SOURCE_SENTENCES[record.source]}</p>
      {!isEmpty && <p className={classes.note}>{looksText(record)}</p>}
      {isEmpty && record.source === 'ledger' && (
        <div>
          <Button variant="default" onClick={onComputed}>
            {RECORD_TEXTS.showComputed}
          </Button>
        </div>
      )}
      {record.warning !== undefined && <p className={classes.warning}>{record.warning}</p>}
      <p className={classes.note}>{RECORD_TEXTS.note}</p>
    </section>
  );
}

function MarkList({ record }: { record: SignalRecord }) {
  const navigate = useNavigate();
  const [sort, setSort] = useState<TableSort | null>(null);
  const zone = deviceZone();
  const { symbol, resolution, priceScale, horizons, list } = record;
  const given = useMemo(
    () => ({ symbol, resolution, decimals: decimalsOf(priceScale), zone, horizons }),
    [symbol, resolution, priceScale, zone, horizons],
  );
  // New columns make the table render every cell again.
  const columns = useMemo(() => markColumns(given), [given]);
  const rows = useMemo(() => sortedMarks(list, sort, horizons), [list, sort, horizons]);
  const save = () => {
    const name = fileName([symbol, resolution, 'record', record.source], 'csv');
    downloadBlob(csvFile(recordCsv(record)), name);
  };
  return (
    <div className={classes.list}>
      <div className={classes.head}>
        <h2 className={classes.title}>{RECORD_TEXTS.list}</h2>
        <Button
          variant="default"
          disabled={list.length === 0}
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
          onClick={save}
        >
          {RECORD_TEXTS.save}
        </Button>
      </div>
      <div className={classes.frame}>
        <DataTable
          label={RECORD_TEXTS.list}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          sort={sort}
          onSort={setSort}
          state="ready"
          empty={{ text: RECORD_TEXTS.none }}
          onOpen={(mark: RecordedMark) =>
            void navigate({ to: paths.liveChart, search: chartOf(mark, given) })
          }
        />
      </div>
    </div>
  );
}
