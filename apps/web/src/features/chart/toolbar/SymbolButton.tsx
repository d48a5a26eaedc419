import { IconSearch } from '@tabler/icons-react';
import { Chip } from '../../../ui/Chip.tsx';
import { useChartScreen } from '../model/chart-context.ts';
import { SIMULATED } from '../model/messages.ts';
import classes from './SymbolButton.module.css';

type Props = {
  /** The code alone, where the legend below says the rest. */
  isShort?: boolean;
};

/** Which instrument is shown; opens the search for another. */
export function SymbolButton({ isShort = false }: Props) {
  const { info, openPanel } = useChartScreen();
  return (
    <button
      type="button"
      className={classes.button}
      data-tour="search"
      aria-label={`${info.name} ${info.exchange}${info.simulated ? ` ${SIMULATED}` : ''}: symbol search`}
      onClick={() => openPanel({ kind: 'search', text: '' })}
    >
      <IconSearch size={18} stroke={1.75} aria-hidden="true" />
      <span className={classes.code}>{info.name}</span>
      {!isShort && (
        <>
          {' '}
          <span className={classes.exchange}>{info.exchange}</span>{' '}
          {info.simulated && <Chip kind="warning">{SIMULATED}</Chip>}
        </>
      )}
    </button>
  );
}
