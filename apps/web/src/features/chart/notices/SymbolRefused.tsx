import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { ApiError } from '../../../api/api-error.ts';
import { DEFAULT_CHART } from '../../../lib/chart-search.ts';
import classes from './SymbolRefused.module.css';

type Props = {
  symbol: string;
  refusal: ApiError;
  onOpen: (symbol: string) => void;
};

/** Whether an answer is the last word: asking again would change nothing. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 429;
}

/** Says why the instrument of the address is not shown, and leads on to the one that everybody may see. */
export function SymbolRefused({ symbol, refusal, onOpen }: Props) {
  return (
    <div className={classes.refused} role="alert">
      <IconSearchOff size={40} stroke={1.5} aria-hidden="true" className={classes.icon} />
      <p className={classes.title}>{refusal.message}</p>
      <p className={classes.reason}>Nothing is shown for {symbol}.</p>
      <Button onClick={() => onOpen(DEFAULT_CHART.symbol)}>Open {DEFAULT_CHART.symbol}</Button>
    </div>
  );
}
