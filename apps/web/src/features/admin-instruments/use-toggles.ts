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
import { saveShared } from '../../api/shared-record.ts';
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

function sendToggle(exchange: ExchangeName, { code, isEnabled }: Toggle, revision: number) {
  // Its card has no button for it.
  if (exchange === IMPORTED) throw new Error('instruments made from files stay enabled');
  const codesToDisable = isEnabled ? [] : [code];
  if (exchange === 'BVG') {
    const codesToEnable = isEnabled ? [{ contract: code }] : [];
    const body = { codesToEnable, codesToDisable, revision };
    return authorizedRequest(updateBvgInstruments, { body });
  }
  const codesToEnable = isEnabled ? [{ code }] : [];
  const body = { codesToEnable, codesToDisable, revision };
  return authorizedRequest(SYMBOL_UPDATES[exchange], { body });
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
    send: async (toggle) => {
      const find = (all: { exchanges: readonly ExchangeInstruments[] } | undefined) => {
        const found = all?.exchanges.find((each) => each.exchange === exchange);
        if (!found) throw new Error(`no exchange ${exchange}`);
        return found;
      };
      const read = async () =>
        find(await queryClient.fetchQuery({ ...exchangeInstrumentsQuery, staleTime: 0 }));
      const seenIn = ({ revision, enabled }: ExchangeInstruments) => ({
        revision,
        fields: { isEnabled: enabled.some(({ code }) => code === toggle.code) },
      });
      const saved = await saveShared<{ isEnabled: boolean }, ExchangeInstruments>({
        what: toggle.code,
        seen: seenIn(find(queryClient.getQueryData(queryKey))),
        changes: { isEnabled: toggle.isEnabled },
        describe: (_name, isEnabled) => ({
          label: toggle.code,
          text: isEnabled ? 'Enabled' : 'Not enabled',
        }),
        read: async () => seenIn(await read()),
        send: ({ seen: { revision } }) => sendToggle(exchange, toggle, revision),
      });
      return saved ?? read();
    },
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
