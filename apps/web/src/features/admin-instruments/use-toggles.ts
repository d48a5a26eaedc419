import {
  type ExchangeInstruments,
  type ExchangeName,
  updateBitfinexSymbols,
  updateBvgInstruments,
  updateFmpSymbols,
  updateTiingoSymbols,
} from '@moneytrail/contract';
import { useQueryClient } from '@tanstack/react-query';
import { authorizedRequest } from '../../api/session/session.ts';
import { showToast } from '../../stores/toasts.ts';
import { exchangeInstrumentsQuery } from './instrument-queries.ts';
import { INSTRUMENT_TEXTS, toggledText } from './texts.ts';
import { type RowCalls, useRefreshInstruments, useRowCalls } from './use-row-calls.ts';

export type Toggle = { code: string; isEnabled: boolean };

const SYMBOL_UPDATES = {
  FMP: updateFmpSymbols,
  Bitfinex: updateBitfinexSymbols,
  Tiingo: updateTiingoSymbols,
} as const;

function sendToggle(exchange: ExchangeName, { code, isEnabled }: Toggle) {
  const codesToDisable = isEnabled ? [] : [code];
  if (exchange === 'BVG') {
    const codesToEnable = isEnabled ? [{ contract: code }] : [];
    return authorizedRequest(updateBvgInstruments, { body: { codesToEnable, codesToDisable } });
  }
  const codesToEnable = isEnabled ? [{ code }] : [];
  return authorizedRequest(SYMBOL_UPDATES[exchange], { body: { codesToEnable, codesToDisable } });
}

/** Enables and disables instruments one after the other; each answer updates the list at once and can be undone. */
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
  const toggles = useRowCalls<Toggle, ExchangeInstruments>(['toggle', exchange], {
    send: (toggle) => sendToggle(exchange, toggle),
    onDone: (changed, toggle) => {
      // A refresh requested before the change would undo it on screen.
      void queryClient.cancelQueries({ queryKey }).then(() => {
        replace(changed);
        readAgain();
      });
      showToast({
        kind: 'success',
        text: toggledText(exchange, toggle),
        action: {
          label: INSTRUMENT_TEXTS.undo,
          run: () => toggles.call({ ...toggle, isEnabled: !toggle.isEnabled }),
        },
      });
    },
  });
  return toggles;
}
