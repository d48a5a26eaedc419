import { Button, Popover, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { formatPrice } from '../../../lib/format.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { gainAt, multipleAt, type PaperPosition } from './paper-account.ts';
import classes from './ReplayBar.module.css';
import type { Replay } from './replay.ts';
import { BAR_POPOVER, priceOrNone, WAITING } from './replay-desk.ts';
import { gainText, multipleText, unitsText } from './trade-texts.ts';

type Props = { replay: Replay; position: PaperPosition; price: number | null };

/** The open position and its gain; opens the fields that move its stop and its target. */
export function PositionButton({ replay, position, price }: Props) {
  const { decimals } = useChartScreen();
  const [isOpen, setOpen] = useState(false);
  const { side, size, entry } = position;
  const multiple = price === null ? null : multipleAt(position, price);
  return (
    <Popover opened={isOpen} onChange={setOpen} {...BAR_POPOVER}>
      <Popover.Target>
        <button
          type="button"
          className={classes.position}
          title="Move stop and target"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {side === 'long' ? 'Long' : 'Short'}{' '}
          <span className={classes.entry}>
            {unitsText(size)} at {formatPrice(entry.price, decimals)}
          </span>
          {price !== null && (
            <strong>
              {' '}
              {gainText(gainAt(position, price))}
              {multiple !== null && ` (${multipleText(multiple)})`}
            </strong>
          )}{' '}
          <IconPencil size={14} stroke={1.75} aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Stop and target">
        <LevelsForm
          replay={replay}
          position={position}
          price={price}
          onDone={() => setOpen(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

const textOf = (level: number | null) => (level === null ? '' : String(level));

function LevelsForm({ replay, position, price, onDone }: Props & { onDone: () => void }) {
  const [stop, setStop] = useState(textOf(position.stop));
  const [target, setTarget] = useState(textOf(position.target));
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (price === null) return setProblem(WAITING);
    // While it plays, the price may be newer than the shown one: the account decides.
    const levels = { stop: priceOrNone(stop), target: priceOrNone(target) };
    replay.moveLevels(levels).then(
      (isMoved) => (isMoved ? onDone() : setProblem(replay.state.get().problem ?? WAITING)),
      (error: Error) => setProblem(error.message),
    );
  };
  const field = (label: string, text: string, setText: (text: string) => void) => (
    <TextInput
      size="xs"
      label={label}
      inputMode="decimal"
      autoComplete="off"
      placeholder="none"
      value={text}
      data-autofocus={label === 'Stop' || undefined}
      onChange={({ currentTarget: { value } }) => {
        setProblem(null);
        setText(value);
      }}
    />
  );
  return (
    <form noValidate className={classes.orderForm} onSubmit={submit}>
      {field('Stop', stop, setStop)}
      {field('Target', target, setTarget)}
      <Button type="submit" size="xs">
        Move
      </Button>
      {problem !== null && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
