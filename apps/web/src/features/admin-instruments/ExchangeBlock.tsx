import type { ExchangeInstruments } from '@moneytrail/contract';
import { serverClock } from '../../api/server-clock.ts';
import { formatMoment, formatSince } from '../../lib/format-time.ts';
import { Chip } from '../../ui/Chip.tsx';
import { AvailableCard } from './AvailableCard.tsx';
import { ContractsCard } from './ContractsCard.tsx';
import { EnabledCard } from './EnabledCard.tsx';
import classes from './ExchangeBlock.module.css';
import { INSTRUMENT_TEXTS } from './texts.ts';

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** An exchange: its state, what of it is enabled, and what could be. */
export function ExchangeBlock({ list }: { list: ExchangeInstruments }) {
  const { exchange, isOffline, isSimulated, listSyncedAt } = list;
  const title = `exchange-${exchange}`;
  return (
    <section className={classes.block} data-exchange={exchange} aria-labelledby={title}>
      <header className={classes.head}>
        <h2 id={title}>
          {exchange}{' '}
          {isOffline && <span className={classes.offline}>{INSTRUMENT_TEXTS.offline}</span>}
        </h2>
        {isSimulated && <Chip kind="warning">Simulated</Chip>}
        <ListAge at={listSyncedAt} />
      </header>
      <div className={classes.cards}>
        <EnabledCard list={list} />
        {exchange === 'BVG' ? (
          <ContractsCard list={list} />
        ) : (
          <AvailableCard list={list} exchange={exchange} />
        )}
      </div>
    </section>
  );
}

/** How old the vendor's list is. */
function ListAge({ at }: { at: string | null }) {
  if (at === null) return <span className={classes.age}>List not read yet</span>;
  const ms = Date.parse(at);
  return (
    <time className={classes.age} dateTime={at} title={formatMoment(ms, ZONE)}>
      List read {formatSince(ms, serverClock.now(), ZONE)}
    </time>
  );
}
