import type { WatchlistEntry, WatchRow } from '@moneytrail/contract';
import { IconBell, IconBellFilled, IconGripVertical, IconLock } from '@tabler/icons-react';
import {
  decimalsOf,
  directionOf,
  formatPercent,
  formatPrice,
  formatSignedPercent,
  formatVolume,
} from '../../../lib/format.ts';
import { shownCode } from '../../../lib/ticker-code.ts';
import { Sparkline } from './Sparkline.tsx';
import classes from './WatchlistPanel.module.css';
import { columnValue, type OpenRow, type WatchColumn } from './watch-columns.ts';

/** Codes that several exchanges of a list have. */
export function sharedCodes(entries: readonly WatchlistEntry[]): ReadonlySet<string> {
  const codes = entries.flatMap((entry) =>
    entry.kind === 'symbol' ? [shownCode(entry.symbol)] : [],
  );
  return new Set(codes.filter((code, index) => codes.indexOf(code) !== index));
}

type CellsProps = {
  /** The alerts that wait on the symbol. */
  alertCount: number;
  onAlert: () => void;
  /** False while the order is another than the list's own. */
  isMovable: boolean;
  /** Another row has the same code, so that the exchange tells them apart. */
  isAmbiguous: boolean;
  entry: Extract<WatchlistEntry, { kind: 'symbol' }>;
  row: WatchRow | undefined;
  columns: readonly { id: WatchColumn }[];
};

/** The handle by which a finger drags a row; keys and buttons move rows for readers. */
export function Handle() {
  return (
    <span className={classes.handle} data-handle="" aria-hidden="true">
      <IconGripVertical size={16} stroke={1.75} />
    </span>
  );
}

/** The cells of a symbol: its name with flag, lock and bell, then the chosen columns. */
export function Cells(props: CellsProps) {
  const { entry, row, columns, isAmbiguous, alertCount, onAlert, isMovable } = props;
  const code = shownCode(entry.symbol);
  const exchange = entry.symbol.slice(0, entry.symbol.indexOf(':'));
  return (
    <>
      <td title={row && !row.locked ? row.description : entry.symbol}>
        <span className={classes.name}>
          {isMovable && <Handle />}
          {entry.flag && (
            <>
              <span className={classes.flag} data-colour={entry.flag} />
              <span className="visually-hidden">{entry.flag} flag, </span>
            </>
          )}
          <span className={classes.label}>
            <span className={classes.code}>{code}</span>
            {isAmbiguous && <span className={classes.source}>{exchange}</span>}
          </span>
          {row?.locked && <IconLock size={16} stroke={1.75} aria-label="Locked" role="img" />}
          {row && !row.locked && <Bell code={code} count={alertCount} onPress={onAlert} />}
        </span>
      </td>
      {columns.map(({ id }) => (
        <td key={id}>{row && !row.locked ? <Value row={row} column={id} /> : null}</td>
      ))}
    </>
  );
}

type BellProps = { code: string; count: number; onPress: () => void };

/** Opens the dialog of a new alert; filled where alerts wait. The toolbar does the same for keys. */
function Bell({ code, count, onPress }: BellProps) {
  const Icon = count > 0 ? IconBellFilled : IconBell;
  return (
    <button
      type="button"
      className={classes.bell}
      tabIndex={-1}
      data-on={count > 0 || undefined}
      aria-label={count > 0 ? `Alert on ${code}, ${count} active` : `Alert on ${code}`}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
    >
      <Icon size={16} stroke={1.75} />
    </button>
  );
}

function Value({ row, column }: { row: OpenRow; column: WatchColumn }) {
  const value = columnValue(row, column);
  const decimals = decimalsOf(row.priceScale);
  const direction = directionOf(columnValue(row, 'change'));
  switch (column) {
    case 'last':
      // A new element for each price, so that it flashes.
      return (
        <span key={value} className={classes.price} data-direction={direction}>
          {formatPrice(value, decimals)}
        </span>
      );
    case 'change':
      return (
        <span className={classes.change} data-direction={direction}>
          {value !== null && value > 0 ? '+' : ''}
          {formatPrice(value, decimals)}
        </span>
      );
    case 'percent':
      return (
        <span className={classes.change} data-direction={direction}>
          {formatSignedPercent(value)}
        </span>
      );
    case 'volume':
      return formatVolume(value);
    case 'tightness':
      return formatPercent(value);
    case 'longShort':
    case 'level':
      return formatSignedPercent(value);
    case 'mark':
      return markText(row);
    case 'sparkline':
      return <Sparkline closes={row.sparkline} isUp={direction === 'up'} />;
  }
}

function markText({ snapshot }: OpenRow): string {
  if (!snapshot?.mark) return '–';
  const { side, strong } = snapshot.mark;
  return `${side === 'buy' ? 'Buy' : 'Sell'}${strong ? ' strong' : ''}`;
}
