import type { Resolution } from '@moneytrail/calendar';
import { IconLock, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { sourceName } from '../../lib/source-name.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import classes from './ExplorablePreview.module.css';
import { PreviewChart } from './PreviewChart.tsx';

/** The specified resolutions with their labels. */
const INTERVALS: readonly { resolution: Resolution; label: string; name: string }[] = [
  { resolution: '1', label: '1m', name: '1 minute' },
  { resolution: '15', label: '15m', name: '15 minutes' },
  { resolution: '60', label: '1h', name: '1 hour' },
  { resolution: '240', label: '4h', name: '4 hours' },
  { resolution: '1D', label: '1D', name: '1 day' },
];

/** The preview with a choice of intervals, and a search whose other symbols are locked. */
export function ExplorablePreview() {
  const [resolution, setResolution] = useState<Resolution>('1D');
  const [isSearching, setSearching] = useState(false);
  return (
    <>
      <PreviewChart resolution={resolution}>
        <div className={classes.controls}>
          <button type="button" className={classes.symbols} onClick={() => setSearching(true)}>
            Symbols
          </button>
          <fieldset className={classes.intervals}>
            <legend className="visually-hidden">Interval</legend>
            {INTERVALS.map(({ resolution: each, label, name }) => (
              <button
                key={each}
                type="button"
                className={classes.interval}
                aria-pressed={each === resolution}
                aria-label={`${label}, ${name}`}
                onClick={() => setResolution(each)}
              >
                {label}
              </button>
            ))}
          </fieldset>
        </div>
      </PreviewChart>
      {isSearching && <SymbolDialog onClose={() => setSearching(false)} />}
    </>
  );
}

type Props = { onClose: () => void };

const PROMPT = 'Register or sign in to see more symbols.';
const FAILED = 'The symbols could not be loaded. Close this and try again.';

function matching(symbols: readonly PreviewSymbol[], typed: string): PreviewSymbol[] {
  const wanted = typed.trim().toLowerCase();
  return symbols.filter(({ code, description, exchange }) =>
    `${code} ${description} ${exchange}`.toLowerCase().includes(wanted),
  );
}

/** All symbols; those that need an account are locked. */
function SymbolDialog({ onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const { symbols, hasFailed } = usePreviewSymbols();
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  const found = matching(symbols ?? [], typed);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby="symbols-title"
      onClose={onClose}
    >
      <div className={classes.head}>
        <h2 id="symbols-title" className={classes.title}>
          Symbols
        </h2>
        <button type="button" className={classes.close} aria-label="Close" onClick={close}>
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </button>
        <input
          type="search"
          className={classes.field}
          aria-label="Search symbols"
          placeholder="Code, name or source"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <ul className={classes.list}>
        {found.map((symbol) => (
          <li key={`${symbol.exchange}:${symbol.code}`}>
            <SymbolButton
              symbol={symbol}
              onChoose={() => (symbol.isLocked ? setRefused(true) : close())}
            />
          </li>
        ))}
      </ul>
      {symbols && found.length === 0 && <p className={classes.none}>No symbol matches.</p>}
      {hasFailed && (
        <p className={classes.none} role="alert">
          {FAILED}
        </p>
      )}
      {isRefused && (
        <div className={classes.prompt} role="alert">
          <p>{PROMPT}</p>
          <ButtonLink href={paths.register} kind="act">
            Register
          </ButtonLink>
          <ButtonLink href={paths.login} kind="plain">
            Sign In
          </ButtonLink>
        </div>
      )}
    </dialog>
  );
}

function SymbolButton({ symbol, onChoose }: { symbol: PreviewSymbol; onChoose: () => void }) {
  const { code, description, exchange, isLocked, isSimulated } = symbol;
  return (
    <button
      type="button"
      className={classes.row}
      data-locked={isLocked || undefined}
      onClick={onChoose}
    >
      <b className={classes.code}>{code}</b>
      <span className={classes.description}>{description}</span>
      <span className={classes.state}>
        {isLocked ? (
          <>
            <IconLock size={14} stroke={1.75} aria-hidden="true" /> (Locked)
          </>
        ) : (
          isSimulated && 'Simulated'
        )}
      </span>
      <span className={classes.exchange}>{sourceName(exchange)}</span>
    </button>
  );
}

/** A symbol as visitors see it. */
type PreviewSymbol = {
  code: string;
  description: string;
  exchange: string;
  isLocked: boolean;
  isSimulated: boolean;
};

/** The fields shown; the server validates its answer against the contract. */
type Answer = Record<
  string,
  { flatSymbols: { code: string; description: string; locked: boolean; simulated: boolean }[] }
>;

const LIST = '/api/data/v3/preview/exchanges';
const TIMEOUT_MS = 15_000;

async function read(signal: AbortSignal): Promise<PreviewSymbol[]> {
  const answer = await fetch(LIST, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (!answer.ok) throw new Error(`${LIST} answered ${answer.status}`);
  const exchanges: Answer = await answer.json();
  const symbols = Object.entries(exchanges).flatMap(([exchange, { flatSymbols }]) =>
    flatSymbols.map(({ code, description, locked, simulated }) => ({
      code,
      description,
      exchange,
      isLocked: locked,
      isSimulated: simulated,
    })),
  );
  return symbols.sort((one, other) => Number(one.isLocked) - Number(other.isLocked));
}

/** Every symbol, free ones first; null while loading. */
function usePreviewSymbols(): { symbols: PreviewSymbol[] | null; hasFailed: boolean } {
  const [symbols, setSymbols] = useState<PreviewSymbol[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    read(leaving.signal).then(setSymbols, () => !leaving.signal.aborted && setFailed(true));
    return () => leaving.abort();
  }, []);
  return { symbols, hasFailed };
}
