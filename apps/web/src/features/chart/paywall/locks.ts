import {
  EXCHANGES,
  type ExchangeEntry,
  type ExchangeName,
  type FlatSymbol,
} from '@moneytrail/contract';
import { isSameTicker } from '../../../lib/same-ticker.ts';
import type { LockedInstrument } from './lock-reason.ts';

/** Every source with its symbols, each locked or not; undefined while they are read. */
export type SymbolLists = Record<ExchangeName, ExchangeEntry> | undefined;

/** A locked symbol that somebody chose, or a locked source: then `code` is null. */
export type LockedChoice = {
  exchange: ExchangeName;
  code: string | null;
  /** Makes the same choice again, once it is unlocked. */
  retry: () => void;
};

type Chosen = Pick<LockedChoice, 'exchange' | 'code'>;

function rowsOf({ exchange, code }: Chosen, lists: SymbolLists): readonly FlatSymbol[] {
  const rows = lists?.[exchange]?.flatSymbols ?? [];
  return code === null ? rows : rows.filter((row) => isSameTicker(row.code, code));
}

/** Whether a choice is locked by the lists; what they do not hold is, as it was refused. */
export function isLocked(choice: Chosen, lists: SymbolLists): boolean {
  return rowsOf(choice, lists).every(({ locked }) => locked);
}

/** The instrument that explains the lock of a choice: of a source, its first one. */
export function instrumentOf(choice: Chosen, lists: SymbolLists): LockedInstrument {
  const [row] = rowsOf(choice, lists);
  const { exchange, code } = choice;
  return {
    exchange,
    code: row?.code ?? code ?? '',
    listedExchange: row?.exchange.value ?? '',
  };
}

/** Whether everything is locked but the one instrument that everybody may see. */
export function isRestricted(lists: SymbolLists): boolean {
  const rows = EXCHANGES.flatMap((exchange) =>
    (lists?.[exchange]?.flatSymbols ?? []).filter(
      ({ code }) => exchange !== 'FMP' || code !== 'BTCUSD',
    ),
  );
  return rows.length > 0 && rows.every(({ locked }) => locked);
}
