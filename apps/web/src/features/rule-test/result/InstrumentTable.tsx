import type { RuleResult, TestedInstrument, TradingRule } from '@moneytrail/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { formatPercent, formatPrice, formatSignedPercent } from '../../../lib/format.ts';
import { formatBarTime } from '../../../lib/format-time.ts';
import { sortedBy } from '../../../lib/sorted-by.ts';
import { paths } from '../../../paths.ts';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import type { TableColumn, TableSort } from '../../../ui/data-table/use-data-table.ts';
import { RULE_TEXTS } from '../texts.ts';
import classes from './TestResult.module.css';

type Props = { result: RuleResult; rule: TradingRule; zone: string };

const VALUES: Readonly<Record<string, (row: TestedInstrument) => number | string | null>> = {
  symbol: ({ symbol }) => symbol,
  net: ({ netPercent, problem }) => (problem === null ? netPercent : null),
  trades: ({ trades, problem }) => (problem === null ? trades : null),
  factor: ({ profitFactor }) => profitFactor,
  drawdown: ({ drawdownPercent, problem }) => (problem === null ? drawdownPercent : null),
};

/** The part of each instrument in the result, or the reason why it has none. */
export function InstrumentTable({ result, rule, zone }: Props) {
  const navigate = useNavigate();
  const [sort, setSort] = useState<TableSort | null>(null);
  const { resolution } = rule;
  const columns = useMemo(() => instrumentColumns(resolution, zone), [resolution, zone]);
  const rows = useMemo(() => {
    const by = sort ?? { id: 'net', isDescending: true };
    return sortedBy(result.instruments, VALUES[by.id] ?? (() => null), by);
  }, [result, sort]);
  return (
    <div className={classes.list}>
      <h2 className={classes.title}>{RULE_TEXTS.instruments}</h2>
      <div className={classes.frame} data-few={rows.length < 8 || undefined}>
        <DataTable
          label={RULE_TEXTS.instruments}
          columns={columns}
          rows={rows}
          rowId={({ symbol }) => symbol}
          sort={sort}
          onSort={setSort}
          state="ready"
          empty={{ text: RULE_TEXTS.noTrades }}
          onOpen={({ symbol }) =>
            void navigate({ to: paths.liveChart, search: { symbol, resolution } })
          }
        />
      </div>
    </div>
  );
}

function instrumentColumns(
  resolution: TradingRule['resolution'],
  zone: string,
): TableColumn<TestedInstrument>[] {
  const number = (
    id: string,
    head: string,
    text: (row: TestedInstrument) => string,
    widthPx: number,
  ): TableColumn<TestedInstrument> => ({
    id,
    head,
    text: (row) => (row.problem === null ? text(row) : '–'),
    widthPx,
    isSortable: true,
    isNumber: true,
  });
  return [
    {
      id: 'symbol',
      head: 'Symbol',
      text: ({ symbol }) => symbol,
      cell: ({ symbol }) => (
        <Link to={paths.liveChart} search={{ symbol, resolution }}>
          {symbol}
        </Link>
      ),
      widthPx: 160,
      leastPx: 120,
      isSortable: true,
      role: 'title',
    },
    number('net', 'Net', ({ netPercent }) => formatSignedPercent(netPercent), 100),
    number('trades', 'Trades', ({ trades }) => formatPrice(trades, 0), 70),
    number('factor', 'Profit factor', ({ profitFactor }) => formatPrice(profitFactor, 2), 100),
    number('drawdown', 'Drawdown', ({ drawdownPercent }) => formatPercent(drawdownPercent), 100),
    {
      id: 'note',
      head: 'Open position',
      text: ({ open, problem }) => {
        if (problem !== null) return problem;
        if (!open) return 'none';
        const since = formatBarTime(open.entryTime, resolution, zone);
        const side = open.side === 'long' ? '▲ Long' : '▼ Short';
        return `${side} since ${since}, ${formatSignedPercent(open.netPercent)}`;
      },
      widthPx: 260,
      leastPx: 160,
    },
  ];
}
