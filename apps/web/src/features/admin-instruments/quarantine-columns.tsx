import type { QuarantinedBar } from '@moneytrail/contract';
import { IconCheck, IconX } from '@tabler/icons-react';
import { formatVolume } from '../../lib/format.ts';
import { formatBarTime } from '../../lib/format-time.ts';
import type { TableColumn } from '../../ui/data-table/table-column.ts';
import { RowButton } from './RowButton.tsx';
import { INSTRUMENT_TEXTS } from './texts.ts';
import type { RowCalls } from './use-row-calls.ts';

/** What an administrator decides about a quarantined bar; `code` names its row. */
export type Decision = { code: string; bar: QuarantinedBar; isAccepted: boolean };

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const TEXTS = INSTRUMENT_TEXTS.quarantine;
const LABELS = { '1': '1m', '15': '15m', '60': '1h', '1D': '1D' } as const;

/** Names a quarantined bar among others. */
export const barKey = ({ exchange, symbol, resolution, timeMs }: QuarantinedBar) =>
  `${exchange} ${symbol} ${resolution} ${timeMs}`;

const timeOf = ({ timeMs, resolution }: QuarantinedBar) => formatBarTime(timeMs, resolution, ZONE);

function price(name: 'open' | 'high' | 'low' | 'close'): TableColumn<QuarantinedBar> {
  const head = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return { id: name, head, isNumber: true, widthPx: 88, text: (bar) => String(bar[name]) };
}

/** The columns of quarantined bars, with what can be decided about each. */
export function quarantineColumns(decisions: RowCalls<Decision>): TableColumn<QuarantinedBar>[] {
  return [
    {
      id: 'symbol',
      head: 'Instrument',
      role: 'title',
      widthPx: 140,
      text: ({ symbol, exchange }) => `${symbol} @ ${exchange}`,
    },
    { id: 'resolution', head: 'Bar', widthPx: 48, text: ({ resolution }) => LABELS[resolution] },
    { id: 'time', head: 'Time', widthPx: 168, text: timeOf },
    ...[price('open'), price('high'), price('low'), price('close')],
    {
      id: 'volume',
      head: 'Volume',
      isNumber: true,
      widthPx: 80,
      text: ({ volume }) => formatVolume(volume),
    },
    {
      id: 'reason',
      head: 'Reason',
      widthPx: 200,
      text: ({ reason }) => reason,
      cell: ({ reason }) => <span title={reason}>{reason}</span>,
    },
    {
      id: 'decide',
      head: TEXTS.decide,
      role: 'action',
      widthPx: 72,
      text: () => '',
      cell: (bar) => <Decide bar={bar} decisions={decisions} />,
    },
  ];
}

function Decide({ bar, decisions }: { bar: QuarantinedBar; decisions: RowCalls<Decision> }) {
  const key = barKey(bar);
  const name = `${bar.symbol}, ${timeOf(bar)}`;
  const [acceptCode, rejectCode] = [`accept ${key}`, `reject ${key}`];
  return (
    <span>
      <RowButton
        label={`${TEXTS.accept} ${name}`}
        icon={<IconCheck size={16} stroke={1.75} />}
        state={decisions.stateOf(acceptCode)}
        failure={TEXTS.notDecided}
        onPress={() => decisions.call({ code: acceptCode, bar, isAccepted: true })}
      />
      {bar.state === 'waiting' && (
        <RowButton
          label={`${TEXTS.reject} ${name}`}
          icon={<IconX size={16} stroke={1.75} />}
          state={decisions.stateOf(rejectCode)}
          failure={TEXTS.notDecided}
          onPress={() => decisions.call({ code: rejectCode, bar, isAccepted: false })}
        />
      )}
    </span>
  );
}
