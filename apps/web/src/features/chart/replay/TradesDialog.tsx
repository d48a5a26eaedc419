import { Button } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { symbolQuery } from '../../../api/queries.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { csvFile } from '../../../lib/csv.ts';
import { downloadBlob, fileName } from '../../../lib/download.ts';
import { decimalsOf, directionOf, formatPrice, formatSignedPercent } from '../../../lib/format.ts';
import { formatMoment, humanReadableDate } from '../../../lib/format-time.ts';
import { shownCode } from '../../../lib/ticker-code.ts';
import { showToast } from '../../../stores/toasts.ts';
import { useValue } from '../../../stores/use-value.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { useChartScreen } from '../model/chart-context.ts';
import {
  currencyOf,
  type ExitReason,
  gainOf,
  gainsByCurrency,
  multipleAt,
  type PaperAccount,
  type PaperTrade,
  percentOf,
  totalMultiple,
} from './paper-account.ts';
import type { Replay } from './replay.ts';
import classes from './TradesDialog.module.css';
import { gainText, multipleText, unitsText } from './trade-texts.ts';
import { tradesAsCsv } from './trades-csv.ts';

type Props = { replay: Replay; onClose: () => void };

const REASONS: Readonly<Record<ExitReason, string>> = {
  closed: 'Closed',
  stop: 'Stop',
  target: 'Target',
  left: 'Left open',
};

/** The paper trades of the tab's replays as a table, newest last, with the sums of each currency. */
export function TradesDialog({ replay, onClose }: Props) {
  const { zone } = useChartScreen();
  const account = useValue(replay.account);
  const { trades } = account;
  const saveCsv = () => {
    const moment = humanReadableDate(serverClock.now(), '1', zone).replace(/[: ]/g, '-');
    downloadBlob(csvFile(tradesAsCsv(trades)), fileName(['replay', 'trades', moment], 'csv'));
  };
  return (
    <Dialog title="Replay: paper trades" width={920} onClose={onClose}>
      {trades.length === 0 ? (
        <p className={classes.empty}>
          No trades yet. Buy or sell in the replay bar, and close the position.
        </p>
      ) : (
        <ScrollRegion className={classes.scroller} label="Trades">
          <table className={classes.table}>
            <thead>
              <tr>
                {HEADS.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {trades.map((trade, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: trades of one moment differ only by their place, which stays.
                <TradeRow key={index} trade={trade} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <div className={classes.foot}>
        <Sums account={account} />
        <Button
          size="xs"
          variant="subtle"
          disabled={trades.length === 0}
          onClick={() => {
            const restore = replay.clearTrades();
            showToast({
              kind: 'success',
              text: 'The trades were removed.',
              action: { label: 'Undo', run: restore },
            });
          }}
        >
          Clear
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFileTypeCsv size={16} stroke={1.75} />}
          disabled={trades.length === 0}
          onClick={saveCsv}
        >
          CSV
        </Button>
      </div>
    </Dialog>
  );
}

/** The gains of each currency beside the capital that it began with, and the multiples of the risk of all trades. */
function Sums({ account }: { account: PaperAccount }) {
  const { capital } = account;
  const gains = [...gainsByCurrency(account)];
  const multiple = totalMultiple(account);
  return (
    <ul className={classes.sums} aria-label="Sums">
      {gains.length === 0 && <li>Capital {formatPrice(capital, 2)}</li>}
      {gains.map(([currency, gain]) => (
        <li key={currency}>
          {currency}: {gainText(gain)} ({formatSignedPercent((100 * gain) / capital)} of{' '}
          {formatPrice(capital, 2)})
        </li>
      ))}
      {multiple !== null && <li>All trades with a stop: {multipleText(multiple)}</li>}
    </ul>
  );
}

const HEADS = ['Symbol', 'Side', 'Size', 'Entry', 'Exit', 'Exit by', 'R', '%', 'Gain'];

function TradeRow({ trade }: { trade: PaperTrade }) {
  const { zone, info, decimals: shownDecimals } = useChartScreen();
  // The trade may be of an instrument that was shown before.
  const isShown = trade.ticker === info.ticker;
  const { data: other } = useQuery({ ...symbolQuery(trade.ticker), enabled: !isShown });
  const decimals = isShown || !other ? shownDecimals : decimalsOf(other.pricescale);
  const { side, size, entry, exit, reason } = trade;
  const multiple = multipleAt(trade, exit.price);
  const gain = gainOf(trade);
  return (
    <tr>
      <td>{shownCode(trade.ticker)}</td>
      <td>{side === 'long' ? 'Long' : 'Short'}</td>
      <td>{unitsText(size)}</td>
      {[entry, exit].map(({ price, atMs }, index) => (
        <td key={index === 0 ? 'entry' : 'exit'}>
          {formatPrice(price, decimals)}
          <small>{formatMoment(atMs, zone)}</small>
        </td>
      ))}
      <td>{REASONS[reason]}</td>
      <td>{multiple === null ? '–' : multipleText(multiple)}</td>
      <td>{formatSignedPercent(percentOf(trade))}</td>
      <td className={classes.gain} data-direction={directionOf(gain)}>
        {gainText(gain)} <small>{currencyOf(trade.ticker)}</small>
      </td>
    </tr>
  );
}
