import {
  type ExchangeInstruments,
  type ExchangeName,
  IMPORTED,
  updateBitfinexSymbols,
  updateBvgInstruments,
  updateFmpSymbols,
  updateTiingoSymbols,
} from '@moneytrail/contract';
import { useQueryClient } from '@tanstack/react-query';
import { authorizedRequest } from '../../api/session/session.ts';
import { showToast } from '../../stores/toasts.ts';
import { exchangeInstrumentsQuery } from './instrument-queries.ts';
import { UPDATED_TEXTS } from './texts.ts';
import { type RowCalls, useRefreshInstruments, useRowCalls } from './use-row-calls.ts';

export type Toggle = { code: string; isEnabled: boolean };

const SYMBOL_UPDATES = {
  FMP: updateFmpSymbols,
  Bitfinex: updateBitfinexSymbols,
  Tiingo: updateTiingoSymbols,
} as const;

function sendToggle(exchange: ExchangeName, { code, isEnabled }: Toggle) {
  // Its card has no button for it.
  if (exchange === IMPORTED) throw new Error('instruments made from files stay enabled');
  const codesToDisable = isEnabled ? [] : [code];
  if (exchange === 'BVG') {
    const codesToEnable = isEnabled ? [{ contract: code }] : [];
    return authorizedRequest(updateBvgInstruments, { body: { codesToEnable, codesToDisable } });
  }
  const codesToEnable = isEnabled ? [{ code }] : [];
  return authorizedRequest(SYMBOL_UPDATES[exchange], { body: { codesToEnable, codesToDisable } });
}

/** Enables and disables instruments one after the other; each answer updates the list at once. */
export function useToggles(exchange: ExchangeName): RowCalls<Toggle> {
  const queryClient = useQueryClient();
  const readAgain = useRefreshInstruments();
  const { queryKey } = exchangeInstrumentsQuery;
  const replace = (changed: ExchangeInstruments) => {
    queryClient.setQueryData(
      queryKey,
      (known) =>
        known && {
          exchanges: known.exchanges.map((each) => (each.exchange === exchange ? changed : each)),
        },
    );
  };
  return useRowCalls<Toggle, ExchangeInstruments>(['toggle', exchange], {
    send: (toggle) => sendToggle(exchange, toggle),
    onDone: (changed) => {
      // A refresh requested before the change would undo it on screen.
      void queryClient.cancelQueries({ queryKey }).then(() => {
        replace(changed);
        readAgain();
      });
      showToast({ kind: 'success', text: UPDATED_TEXTS[exchange] });
    },
  });
}
