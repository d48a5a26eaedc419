import { Button } from '@mantine/core';
import type { RuleResult, RuleTrade, TradingRule } from '@moneytrail/contract';
import { IconDownload } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { barPlace } from '../../../lib/bar-place.ts';
import { csvFile } from '../../../lib/csv.ts';
import { downloadBlob, fileName } from '../../../lib/download.ts';
import {
  decimalsOf,
  formatPercent,
  formatPrice,
  formatSignedPercent,
} from '../../../lib/format.ts';
import { formatBarTime } from '../../../lib/format-time.ts';
import { sortedBy } from '../../../lib/sorted-by.ts';
import { paths } from '../../../paths.ts';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import type { TableColumn, TableSort } from '../../../ui/data-table/use-data-table.ts';
import { EXIT_NAMES, RULE_TEXTS } from '../texts.ts';
import classes from './TestResult.module.css';
import { tradesCsv } from './trades-csv.ts';

type Props = { result: RuleResult; rule: TradingRule; zone: string };

const VALUES: Readonly<Record<string, (trade: RuleTrade) => number | string | null>> = {
  entry: ({ entryTime }) => entryTime,
  symbol: ({ symbol }) => symbol,
  side: ({ side }) => side,
  exit: ({ exitTime }) => exitTime,
  reason: ({ exit }) => exit,
  bars: ({ bars }) => bars,
  size: ({ sizePercent }) => sizePercent,
  cost: ({ costPercent }) => costPercent,
  net: ({ netPercent }) => netPercent,
  r: ({ r }) => r,
};

/** Every trade, newest first; a row opens the chart at its entry. */
export function TradeTable({ result, rule, zone }: Props) {
  const navigate = useNavigate();
  const [sort, setSort] = useState<TableSort | null>(null);
  const { resolution } = rule;
  const { trades, instruments, figures } = result;
  // New columns make the table render every cell again.
  const columns = useMemo(
    () => tradeColumns(instruments, resolution, zone),
    [instruments, resolution, zone],
  );
  const rows = useMemo(() => {
    const by = sort ?? { id: 'entry', isDescending: true };
    return sortedBy(trades, VALUES[by.id] ?? (() => null), by);
  }, [trades, sort]);
  const isCut = trades.length < figures.trades;
  const save = () => {
    const symbol = instruments.length === 1 ? (instruments[0]?.symbol ?? '') : 'several';
    downloadBlob(csvFile(tradesCsv(result, rule)), fileName([symbol, resolution, 'trades'], 'csv'));
  };
  return (
    <div className={classes.list}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          {RULE_TEXTS.trades}
          {isCut && (
            <small>
              {' '}
              the newest {formatPrice(trades.length, 0)} of {formatPrice(figures.trades, 0)}
            </small>
          )}
        </h2>
        <Button
          variant="default"
          disabled={trades.length === 0}
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
          onClick={save}
        >
          {RULE_TEXTS.save}
        </Button>
      </div>
      <div className={classes.frame} data-few={rows.length < 8 || undefined}>
        <DataTable
          label={RULE_TEXTS.trades}
          columns={columns}
          rows={rows}
          rowId={({ symbol, entryTime }) => `${symbol} ${entryTime}`}
          sort={sort}
          onSort={setSort}
          state="ready"
          empty={{ text: RULE_TEXTS.noTrades }}
          onOpen={(trade) =>
            void navigate({ to: paths.liveChart, search: chartOf(trade, resolution) })
          }
        />
      </div>
    </div>
  );
}

/** The bar of a trade's entry in the live chart. */
function chartOf({ symbol, entryTime }: RuleTrade, resolution: TradingRule['resolution']) {
  return { symbol, resolution, at: barPlace(entryTime, resolution) };
}

function tradeColumns(
  instruments: RuleResult['instruments'],
  resolution: TradingRule['resolution'],
  zone: string,
): TableColumn<RuleTrade>[] {
  const decimals = new Map(
    instruments.map(({ symbol, priceScale }) => [symbol, decimalsOf(priceScale)]),
  );
  const priceText = (symbol: string, price: number) =>
    formatPrice(price, decimals.get(symbol) ?? 2);
  const timeText = (time: number) => formatBarTime(time, resolution, zone);
  const several: TableColumn<RuleTrade>[] =
    instruments.length > 1
      ? [
          {
            id: 'symbol',
            head: 'Symbol',
            text: ({ symbol }) => symbol,
            widthPx: 130,
            leastPx: 100,
            isSortable: true,
          },
        ]
      : [];
  const number = (
    id: string,
    head: string,
    text: (trade: RuleTrade) => string,
    widthPx: number,
  ): TableColumn<RuleTrade> => ({ id, head, text, widthPx, isSortable: true, isNumber: true });
  return [
    {
      id: 'entry',
      head: 'Entry',
      text: ({ entryTime }) => timeText(entryTime),
      cell: (trade) => (
        <Link to={paths.liveChart} search={chartOf(trade, resolution)}>
          {timeText(trade.entryTime)}
        </Link>
      ),
      widthPx: 110,
      leastPx: 96,
      isSortable: true,
      role: 'title',
    },
    ...several,
    {
      id: 'side',
      head: 'Side',
      text: ({ side }) => (side === 'long' ? '▲ Long' : '▼ Short'),
      widthPx: 70,
      isSortable: true,
    },
    number('net', 'Net', ({ netPercent }) => formatSignedPercent(netPercent), 86),
    {
      id: 'exit',
      head: 'Exit',
      text: ({ exitTime }) => timeText(exitTime),
      widthPx: 110,
      leastPx: 96,
      isSortable: true,
    },
    {
      id: 'reason',
      head: 'Reason',
      text: ({ exit, isGap }) => `${EXIT_NAMES[exit]}${isGap ? ', gap' : ''}`,
      widthPx: 110,
      isSortable: true,
    },
    number('bars', 'Bars', ({ bars }) => formatPrice(bars, 0), 56),
    {
      id: 'prices',
      head: 'Entry → exit price',
      text: ({ symbol, entryPrice, exitPrice }) =>
        `${priceText(symbol, entryPrice)} → ${priceText(symbol, exitPrice)}`,
      widthPx: 170,
      leastPx: 130,
      isNumber: true,
    },
    number('size', 'Size', ({ sizePercent }) => formatPercent(sizePercent), 80),
    number('cost', 'Costs', ({ costPercent }) => formatPercent(costPercent), 72),
    number('r', 'R', ({ r }) => (r === null ? '–' : formatPrice(r, 2)), 60),
  ];
}
