import { Button, Popover } from '@mantine/core';
import {
  type BackfillStatus,
  cancelBackfill,
  type EnabledInstrument,
  type ExchangeInstruments,
  type ExchangeName,
  IMPORTED,
  isFreeInstrument,
  startAllBackfills,
  startBackfill,
} from '@moneytrail/contract';
import {
  IconCalendarStats,
  IconFlag,
  IconPencil,
  IconRefresh,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverClock } from '../../api/server-clock.ts';
import { authorizedRequest } from '../../api/session/session.ts';
import { showToast } from '../../stores/toasts.ts';
import { Chip } from '../../ui/Chip.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useCloseOnEscape } from '../../ui/hooks/use-close-on-escape.ts';
import { useIsPhone } from '../../ui/hooks/use-is-phone.ts';
import { IN_MAIN } from '../../ui/in-main.ts';
import { VirtualList } from '../../ui/VirtualList.tsx';
import { backfillFacts, backfillText, backfillWord, STATUS_KINDS } from './backfill-status.ts';
import { CoverageDialog } from './CoverageDialog.tsx';
import { matches } from './EnabledAlready.tsx';
import { InstrumentCard, LIST_PX, PHONE_ROW_PX, ROW_PX } from './InstrumentCard.tsx';
import { EditDialog } from './imports/EditDialog.tsx';
import { backfillsQuery, rowKey } from './instrument-queries.ts';
import { RetryLine, RowButton } from './RowControls.tsx';
import classes from './Rows.module.css';
import { INSTRUMENT_TEXTS, nothingToResyncText, resyncAllText, resyncText } from './texts.ts';
import { useKeptRows } from './use-kept-rows.ts';
import { type RowCalls, useRefreshInstruments, useRowCalls } from './use-row-calls.ts';
import { useToggles } from './use-toggles.ts';

const {
  enabled: TITLE,
  searchEnabled,
  noEnabled,
  noMatch,
  notSynced,
  notListed,
  disabled,
  undo,
  resyncAll,
  resyncAllNote,
  failures,
} = INSTRUMENT_TEXTS;

export function EnabledCard({ list }: { list: ExchangeInstruments }) {
  const { exchange, enabled, isOffline } = list;
  const isPhone = useIsPhone();
  const [text, setText] = useState('');
  const [covered, setCovered] = useState<string | null>(null);
  const [edited, setEdited] = useState<EnabledInstrument | null>(null);
  const backfills = useQuery(backfillsQuery);
  const resyncs = useResyncs(exchange);
  const calls: EnabledCalls = {
    toggles: useToggles(exchange),
    resyncs,
    cancellations: useCancellations(exchange, resyncs),
  };
  const search = text.trim().toLowerCase();
  const found = enabled.filter((instrument) => matches(instrument, search));
  const { shown: rows, keep } = useKeptRows(found, ({ code }) => code, search);
  const isEnabled = new Set(enabled.map(({ code }) => code));
  return (
    <InstrumentCard
      title={TITLE}
      count={enabled.length}
      search={{ label: `${searchEnabled}: ${exchange}`, text, setText }}
      // Files have no vendor to read again: a newer file replaces their bars.
      action={exchange !== IMPORTED && <ResyncAll list={list} />}
    >
      {backfills.isError && <RetryLine text={failures.statuses} query={backfills} />}
      {rows.length === 0 ? (
        <p>{enabled.length === 0 ? noEnabled : noMatch}</p>
      ) : (
        <VirtualList
          rows={rows}
          label={`${TITLE}: ${exchange}`}
          keyOf={({ code }) => code}
          rowPx={isPhone ? PHONE_ROW_PX : ROW_PX}
          maxHeightPx={LIST_PX}
        >
          {(instrument) => (
            <EnabledRow
              exchange={exchange}
              instrument={instrument}
              status={backfills.data?.get(rowKey(exchange, instrument.code))}
              isOffline={isOffline}
              isEnabled={isEnabled.has(instrument.code)}
              calls={calls}
              onDisable={() => {
                keep(instrument);
                calls.toggles.call({ code: instrument.code, isEnabled: false });
              }}
              onShowCoverage={() => setCovered(instrument.code)}
              onEdit={() => setEdited(instrument)}
            />
          )}
        </VirtualList>
      )}
      {covered !== null && (
        <CoverageDialog exchange={exchange} code={covered} onClose={() => setCovered(null)} />
      )}
      {edited !== null && (
        <EditDialog list={list} instrument={edited} onClose={() => setEdited(null)} />
      )}
    </InstrumentCard>
  );
}

type EnabledCalls = {
  toggles: ReturnType<typeof useToggles>;
  resyncs: ReturnType<typeof useResyncs>;
  cancellations: ReturnType<typeof useCancellations>;
};

type Props = {
  exchange: ExchangeName;
  instrument: EnabledInstrument;
  status: BackfillStatus | undefined;
  isOffline: boolean;
  /** False for a row that stays in its place after its instrument was disabled. */
  isEnabled: boolean;
  calls: EnabledCalls;
  onDisable: () => void;
  onShowCoverage: () => void;
  /** For instruments made from files. */
  onEdit: () => void;
};

function EnabledRow(props: Props) {
  const { exchange, instrument, status, isOffline, isEnabled, calls } = props;
  const { code, description, isListed } = instrument;
  const { toggles, resyncs, cancellations } = calls;
  const words = status && backfillText(status, serverClock.now());
  const isFree = isFreeInstrument({ exchange, code });
  const isBusy = status !== undefined && (status.status === 'running' || status.isQueued);
  const isOff = isOffline || !isEnabled;
  return (
    <div className={classes.row} data-disabled={isOff || undefined}>
      <span className={classes.code}>{code}</span>
      <span className={classes.description} title={description}>
        {description}
      </span>
      {isEnabled ? (
        <span className={classes.state}>
          {!isListed && <Flag text={notListed} />}
          {status && !status.isSyncedToday && exchange !== IMPORTED && <Flag text={notSynced} />}
          {words && <span className={classes.words}>{words}</span>}
          {exchange !== IMPORTED && <BackfillChip code={code} status={status} />}
        </span>
      ) : (
        <span className={classes.state}>
          <Chip kind="neutral">{disabled}</Chip>
          <button
            type="button"
            className={classes.undo}
            aria-label={`${undo}: enable ${code}`}
            onClick={() => toggles.call({ code, isEnabled: true })}
          >
            {undo}
          </button>
        </span>
      )}
      <span className={classes.buttons}>
        <RowButton
          label={`Stored bars of ${code}`}
          icon={<IconCalendarStats size={16} stroke={1.75} />}
          onPress={props.onShowCoverage}
        />
        <RowButton
          label={`Cancel the backfill of ${code}`}
          icon={<IconX size={16} stroke={1.75} />}
          state={cancellations.stateOf(code)}
          failure={failures.cancel}
          isHidden={!(isEnabled && isBusy && status.isCancellable)}
          onPress={() => cancellations.call(instrument)}
        />
        <RowButton
          label={`Resync ${code} @ ${exchange}`}
          icon={<IconRefresh size={16} stroke={1.75} />}
          state={resyncs.stateOf(code)}
          failure={failures.resync}
          isDisabled={isOff || isBusy}
          onPress={() =>
            exchange === IMPORTED
              ? showToast({ kind: 'success', text: nothingToResyncText(code) })
              : resyncs.call(instrument)
          }
        />
        {exchange === IMPORTED ? (
          <RowButton
            label={`Edit ${code}`}
            icon={<IconPencil size={16} stroke={1.75} />}
            onPress={props.onEdit}
          />
        ) : (
          <RowButton
            label={isFree ? `${code} is free for everybody and stays enabled` : `Disable ${code}`}
            icon={<IconTrash size={16} stroke={1.75} />}
            state={toggles.stateOf(code)}
            failure={failures.toggle}
            isDisabled={isOff || isFree}
            onPress={props.onDisable}
          />
        )}
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

const DETAILS_PX = 300;

type BackfillChipProps = { code: string; status: BackfillStatus | undefined };

/** On hover or press the popover shows all details. */
function BackfillChip({ code, status }: BackfillChipProps) {
  const [isHovered, setHovered] = useState(false);
  const [isPinned, setPinned] = useState(false);
  useCloseOnEscape(isHovered || isPinned, () => {
    setHovered(false);
    setPinned(false);
  });
  const word = backfillWord(status);
  const facts = status ? backfillFacts(status, serverClock.now()) : [];
  const chip = <Chip kind={STATUS_KINDS[word]}>{word}</Chip>;
  if (facts.length === 0) return chip;
  return (
    <Popover
      opened={isHovered || isPinned}
      onChange={setPinned}
      width={DETAILS_PX}
      position="bottom-end"
      portalProps={IN_MAIN}
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.target}
          aria-label={`Backfill of ${code}: ${word}`}
          onClick={() => setPinned((is) => !is)}
          onMouseEnter={() => setHovered(true)}
          onMouseLeave={() => setHovered(false)}
        >
          {chip}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <strong>{code}</strong>
        <dl className={classes.facts}>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {status?.status === 'running' && status.total !== null && (
          <progress
            className={classes.progress}
            max={status.total}
            value={status.done}
            aria-label="Parts read"
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Asks first, as the runs of a whole feed take hours. */
function ResyncAll({ list: { exchange, enabled, isOffline } }: { list: ExchangeInstruments }) {
  const [isAsking, setAsking] = useState(false);
  const readAgain = useRefreshInstruments();
  const { mutate, isPending } = useMutation({
    mutationFn: () => authorizedRequest(startAllBackfills, { body: { exchange } }),
    onSuccess: ({ started, enabled: count }) => {
      showToast({ kind: 'success', text: resyncAllText(exchange, started, count) });
      setAsking(false);
      readAgain();
    },
  });
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`${resyncAll}: ${exchange}`}
        disabled={isOffline || enabled.length === 0}
        onClick={() => setAsking(true)}
      >
        {resyncAll}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Resync all ${enabled.length} instruments of ${exchange}?`}
          action={resyncAll}
          isDestructive={false}
          isPending={isPending}
          onConfirm={() => mutate()}
          onCancel={() => setAsking(false)}
        >
          {resyncAllNote}
        </ConfirmDialog>
      )}
    </>
  );
}

/** A contract's dates bound its backfill. */
type Resync = Pick<EnabledInstrument, 'code' | 'startDate' | 'endDate'>;

function useResyncs(exchange: ExchangeName): RowCalls<Resync> {
  const readAgain = useRefreshInstruments();
  return useRowCalls(['resync', exchange], {
    send: ({ code: symbol, startDate, endDate }: Resync) => {
      const dates = exchange === 'BVG' ? { startDate, endDate } : {};
      return authorizedRequest(startBackfill, { body: { symbol, exchange, ...dates } });
    },
    onDone: (_status, { code }) => {
      showToast({ kind: 'success', text: resyncText(code, exchange) });
      readAgain();
    },
  });
}

function useCancellations(exchange: ExchangeName, resyncs: RowCalls<Resync>): RowCalls<Resync> {
  const readAgain = useRefreshInstruments();
  return useRowCalls(['cancel', exchange], {
    send: ({ code: symbol }: Resync) =>
      authorizedRequest(cancelBackfill, { body: { symbol, exchange } }),
    onDone: (_status, cancelled) => {
      showToast({
        kind: 'success',
        text: `Backfill of ${cancelled.code} @ ${exchange} cancelled`,
        action: { label: undo, run: () => resyncs.call(cancelled) },
      });
      readAgain();
    },
  });
}
