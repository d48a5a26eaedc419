import {
  type BackfillStatus,
  type EnabledInstrument,
  type ExchangeName,
  isFreeInstrument,
} from '@moneytrail/contract';
import { IconCalendarStats, IconFlag, IconRefresh, IconTrash, IconX } from '@tabler/icons-react';
import { serverClock } from '../../api/server-clock.ts';
import { BackfillChip } from './BackfillChip.tsx';
import { RowButton } from './RowButton.tsx';
import classes from './Rows.module.css';
import { shortWords } from './status-words.ts';
import { INSTRUMENT_TEXTS } from './texts.ts';
import type { useCancellations, useResyncs } from './use-backfill-calls.ts';
import type { useToggles } from './use-toggles.ts';

/** The calls that a row of enabled instruments can make. */
export type EnabledCalls = {
  toggles: ReturnType<typeof useToggles>;
  resyncs: ReturnType<typeof useResyncs>;
  cancellations: ReturnType<typeof useCancellations>;
};

type Props = {
  exchange: ExchangeName;
  instrument: EnabledInstrument;
  status: BackfillStatus | undefined;
  isOffline: boolean;
  calls: EnabledCalls;
  onShowCoverage: () => void;
};

const { failures, notSynced, notListed } = INSTRUMENT_TEXTS;

/** An enabled instrument: what it is, how its history stands, and what can be done about that. */
export function EnabledRow(props: Props) {
  const { exchange, instrument, status, isOffline, calls, onShowCoverage } = props;
  const { code, description, isListed } = instrument;
  const { toggles, resyncs, cancellations } = calls;
  const words = status && shortWords(status, serverClock.now());
  const isFree = isFreeInstrument({ exchange, code });
  const isBusy = status !== undefined && (status.status === 'running' || status.isQueued);
  return (
    <div className={classes.row} data-disabled={isOffline || undefined}>
      <span className={classes.code}>{code}</span>
      <span className={classes.description} title={description}>
        {description}
      </span>
      <span className={classes.state}>
        {!isListed && <Flag text={notListed} />}
        {status && !status.isSyncedToday && <Flag text={notSynced} />}
        {words && <span className={classes.words}>{words}</span>}
        <BackfillChip code={code} status={status} />
      </span>
      <span className={classes.buttons}>
        <RowButton
          label={`Stored bars of ${code}`}
          icon={<IconCalendarStats size={16} stroke={1.75} />}
          onPress={onShowCoverage}
        />
        {isBusy && status.isCancellable ? (
          <RowButton
            label={`Cancel the backfill of ${code}`}
            icon={<IconX size={16} stroke={1.75} />}
            state={cancellations.stateOf(code)}
            failure={failures.cancel}
            onPress={() => cancellations.call({ code })}
          />
        ) : (
          <RowButton
            label={`Resync ${code} @ ${exchange}`}
            icon={<IconRefresh size={16} stroke={1.75} />}
            state={resyncs.stateOf(code)}
            failure={failures.resync}
            isDisabled={isOffline || isBusy}
            onPress={() => resyncs.call(instrument)}
          />
        )}
        <RowButton
          label={isFree ? `${code} is free for everybody and stays enabled` : `Disable ${code}`}
          icon={<IconTrash size={16} stroke={1.75} />}
          state={toggles.stateOf(code)}
          failure={failures.toggle}
          isDisabled={isOffline || isFree}
          onPress={() => toggles.call({ code, isEnabled: false })}
        />
      </span>
    </div>
  );
}

function Flag({ text }: { text: string }) {
  return (
    <span className={classes.flag} title={text} role="img" aria-label={text}>
      <IconFlag size={14} stroke={1.75} aria-hidden="true" />
    </span>
  );
}
