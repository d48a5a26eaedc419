import { CloseButton, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import type { Mark, ScreenRow, SnapshotResolution } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { exchangesQuery, symbolQuery } from '../../api/queries.ts';
import { deviceZone, formatBarTime } from '../../lib/format-time.ts';
import { sourceName } from '../../lib/source-name.ts';
import { shownCode } from '../../lib/ticker-code.ts';
import { TYPE_NAMES } from '../../lib/type-names.ts';
import { paths } from '../../paths.ts';
import { LoadFailed } from '../../ui/form/LoadFailed.tsx';
import { FIGURES, figureText } from './figures.ts';
import classes from './Preview.module.css';
import type { ScreenerParts } from './parts.ts';
import { chartSearch } from './rows/screen-columns.tsx';

type Props = Pick<ScreenerParts, 'Chart'> & {
  row: ScreenRow;
  resolution: SnapshotResolution;
  onClose: () => void;
};

/** The table tells the newest mark. */
const NO_MARKS: readonly Mark[] = [];

/** Keys may pass many rows before they rest on one. */
const REST_MS = 250;

/** The figures beside the chart, which are those of its levels. */
const SHOWN = [
  'close',
  'longTermResistance',
  'shortTermResistance',
  'shortTermSupport',
  'longTermSupport',
  'longShortPercentage',
  'shortTermTightness',
  'rsi',
] as const;

/** The small chart of the row that was reached, with its main figures. */
export function Preview({ row, resolution, Chart, onClose }: Props) {
  const { symbol, description, exchange, type, figures, priceScale, time } = row;
  const code = shownCode(symbol);
  return (
    <aside className={classes.preview} aria-label={`Chart of ${code}`}>
      <header className={classes.head}>
        <div className={classes.names}>
          <h2 className={classes.title}>
            {code} · {RESOLUTION_LABELS[resolution]}
          </h2>
          <p className={classes.detail}>
            {description} · {sourceName(exchange)} · {TYPE_NAMES[type]}
          </p>
        </div>
        <CloseButton aria-label="Close the chart" size={32} onClick={onClose} />
      </header>
      <ChartPlace symbol={symbol} exchange={exchange} resolution={resolution} Chart={Chart} />
      <dl className={classes.figures}>
        {SHOWN.map((name) => (
          <div key={name}>
            <dt>{FIGURES[name].name}</dt>
            <dd>{figureText(name, figures[name], priceScale)}</dd>
          </div>
        ))}
      </dl>
      <footer className={classes.foot}>
        <span>
          {time === null
            ? 'No closed bar is known.'
            : `Last closed bar: ${formatBarTime(time, resolution, deviceZone())}`}
        </span>
        <Link to={paths.liveChart} search={chartSearch(symbol, resolution)}>
          Open in Live Chart
        </Link>
      </footer>
    </aside>
  );
}

type PlaceProps = Pick<Props, 'Chart' | 'resolution'> & Pick<ScreenRow, 'symbol' | 'exchange'>;

function ChartPlace({ Chart, symbol, exchange, resolution }: PlaceProps) {
  const [rested] = useDebouncedValue(symbol, REST_MS);
  const query = useQuery(symbolQuery(rested));
  const { data: exchanges } = useQuery(exchangesQuery);
  const isExchangeOffline = exchanges?.[exchange]?.isOffline ?? false;
  return (
    <div className={classes.chart}>
      {query.data && (
        <Chart
          info={query.data}
          marks={NO_MARKS}
          isExchangeOffline={isExchangeOffline}
          resolution={resolution}
        />
      )}
      {query.isPending && <Skeleton height="100%" radius={0} />}
      {query.isError && !query.data && (
        <div className={classes.failed}>
          <LoadFailed isBusy={query.isFetching} onRetry={() => void query.refetch()}>
            The chart of {shownCode(symbol)} could not be opened. {query.error.message}
          </LoadFailed>
        </div>
      )}
    </div>
  );
}
