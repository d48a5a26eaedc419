import { Button, Popover, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { formatPrice } from '../../../lib/format.ts';
import { numberOf, sizePosition } from '../../../lib/position-size.ts';
import { useValue } from '../../../stores/use-value.ts';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import { useChartScreen } from '../model/chart-context.ts';
import { PositionButton } from './PositionButton.tsx';
import {
  closedEquity,
  orderProblem,
  type PaperOrder,
  positionIn,
  type Side,
} from './paper-account.ts';
import classes from './ReplayBar.module.css';
import type { Replay } from './replay.ts';
import { BAR_POPOVER, focusChart, priceOrNone, usePrice, WAITING } from './replay-desk.ts';
import { unitsText } from './trade-texts.ts';

const tradesDialog = lazyPart(async () => (await import('./TradesDialog.tsx')).TradesDialog);

type Props = { replay: Replay };

/** The texts typed into the order, kept for the next one; an empty size follows from the risk. */
type Typed = { size: string; stop: string; target: string; risk: string; capital: string };

const FIRST_TYPED: Typed = { size: '', stop: '', target: '', risk: '1', capital: '10000' };

/** Paper orders at the replayed price: buy and sell, the open position, and the trades. */
export function PaperDesk({ replay }: Props) {
  const { info } = useChartScreen();
  const account = useValue(replay.account);
  const [isListed, setListed] = useState(false);
  const [lastTyped, setLastTyped] = useState({ ...FIRST_TYPED, ticker: info.ticker });
  const price = usePrice(replay);
  const isWaiting = price === null;
  // Size, stop and target belong to one instrument.
  const isOther = lastTyped.ticker !== info.ticker;
  const typed = isOther ? { ...lastTyped, size: '', stop: '', target: '' } : lastTyped;
  const setTyped = (next: Typed) => setLastTyped({ ...next, ticker: info.ticker });
  const position = positionIn(account, info.ticker);
  const order = { replay, typed, setTyped };
  return (
    <div className={classes.desk}>
      {position ? (
        <>
          <PositionButton key={position.entry.atMs} {...{ replay, position, price }} />
          <Button
            size="compact-sm"
            variant="default"
            disabled={isWaiting}
            onClick={() => {
              void replay.close();
              focusChart();
            }}
          >
            Close
          </Button>
        </>
      ) : (
        <>
          <OrderButton side="long" {...order} />
          <OrderButton side="short" {...order} />
        </>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        className={classes.trades ?? ''}
        onClick={() => setListed(true)}
      >
        Trades ({account.trades.length})
      </Button>
      {isListed && (
        <LazyPart
          part={tradesDialog}
          props={{ replay, onClose: () => setListed(false) }}
          onGiveUp={() => setListed(false)}
        />
      )}
    </div>
  );
}

type OrderProps = Props & { side: Side; typed: Typed; setTyped: (typed: Typed) => void };

/** The size that follows from risk and stop; null where none follows. */
function sizeByRisk(typed: Typed, equity: number, price: number | null): number | null {
  const stop = priceOrNone(typed.stop);
  if (stop === null || price === null) return null;
  const plan = { capital: equity, riskPercent: numberOf(typed.risk), entry: price, stop };
  const result = sizePosition(plan);
  return result.isValid && result.size.units > 0 ? result.size.units : null;
}

function OrderButton({ replay, side, typed, setTyped }: OrderProps) {
  const { info, decimals } = useChartScreen();
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const account = useValue(replay.account);
  const price = usePrice(replay);
  const bySize = sizeByRisk(typed, closedEquity(account, info.ticker), price);
  const size = typed.size.trim() === '' ? (bySize ?? Number.NaN) : numberOf(typed.size);
  const word = side === 'long' ? 'Buy' : 'Sell';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const order: PaperOrder = {
      side,
      size,
      stop: priceOrNone(typed.stop),
      target: priceOrNone(typed.target),
    };
    if (price === null) return setProblem(WAITING);
    const found = orderProblem(order, price);
    if (found !== null) return setProblem(found);
    replay.order(order);
    setTyped({ ...typed, stop: '', target: '' });
    setOpen(false);
    focusChart();
  };
  const field = (name: keyof Typed, label: string, placeholder = '') => (
    <TextInput
      size="xs"
      label={label}
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder}
      value={typed[name]}
      data-autofocus={name === 'stop' || undefined}
      onChange={({ currentTarget: { value } }) => {
        setProblem(null);
        setTyped({ ...typed, [name]: value });
        const capital = name === 'capital' ? numberOf(value) : Number.NaN;
        if (capital > 0) replay.setCapital(capital);
      }}
    />
  );
  return (
    <Popover opened={isOpen} onChange={setOpen} {...BAR_POPOVER}>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={isOpen}
          disabled={price === null && !isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {word}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`${word} on paper`}>
        <form noValidate className={classes.orderForm} onSubmit={submit}>
          {field('stop', 'Stop', 'none')}
          {field('target', 'Target', 'none')}
          {field('risk', 'Risk, % of capital')}
          {field('capital', 'Capital at the start')}
          {field('size', 'Size', bySize === null ? 'by risk and stop' : unitsText(bySize))}
          <Button type="submit" size="xs">
            {word} {Number.isNaN(size) ? '' : unitsText(size)} at {formatPrice(price, decimals)}
          </Button>
          {problem !== null && (
            <p className={classes.problem} role="alert">
              {problem}
            </p>
          )}
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
