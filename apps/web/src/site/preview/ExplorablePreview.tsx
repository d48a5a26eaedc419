import type { Resolution } from '@moneytrail/calendar';
import { useState } from 'react';
import classes from './ExplorablePreview.module.css';
import { PreviewChart } from './PreviewChart.tsx';
import { SymbolDialog } from './SymbolDialog.tsx';

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
