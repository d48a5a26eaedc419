import {
  cancelBackfill,
  type EnabledInstrument,
  type ExchangeName,
  startBackfill,
} from '@moneytrail/contract';
import { authorizedRequest } from '../../api/authorized-request.ts';
import { showToast } from '../../stores/toasts.ts';
import { resyncText } from './texts.ts';
import { type RowCalls, useReadAgain, useRowCalls } from './use-row-calls.ts';

/** The instrument whose history is asked for; the life of a contract decides which part of it. */
type Resync = Pick<EnabledInstrument, 'code' | 'startDate' | 'endDate'>;

/** Asks for the history of instruments of an exchange. */
export function useResyncs(exchange: ExchangeName): RowCalls<Resync> {
  const readAgain = useReadAgain();
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

/** Ends runs that wait or go on. */
export function useCancellations(exchange: ExchangeName): RowCalls<{ code: string }> {
  const readAgain = useReadAgain();
  return useRowCalls(['cancel', exchange], {
    send: ({ code: symbol }: { code: string }) =>
      authorizedRequest(cancelBackfill, { body: { symbol, exchange } }),
    onDone: readAgain,
  });
}
