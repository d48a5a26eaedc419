import { Button, NativeSelect, Popover, TextInput } from '@mantine/core';
import {
  barClosesAtMs,
  isDateResolution,
  MARKET_HOURS,
  RESOLUTION_LABELS,
  type Resolution,
} from '@moneytrail/calendar';
import {
  IconCalendarEvent,
  IconDice5,
  IconDots,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconTargetArrow,
} from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { formatMoment } from '../../../lib/format-time.ts';
import { showToast } from '../../../stores/toasts.ts';
import { useValue } from '../../../stores/use-value.ts';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { useChartScreen } from '../model/chart-context.ts';
import { barMsOf, placeOf } from '../places/place.ts';
import { MOST_WAITING } from './command-queue.ts';
import { PaperDesk } from './PaperDesk.tsx';
import classes from './ReplayBar.module.css';
import { type Replay, stepChoices } from './replay.ts';
import { BAR_POPOVER, focusChart, usePrice, WAITING } from './replay-desk.ts';
import { SPEEDS } from './replay-player.ts';
import { exitText } from './trade-texts.ts';
import { useReplayMs } from './use-replay.ts';
import { useReplayKeys } from './use-replay-keys.ts';

type Props = { replay: Replay; onEnd: () => void };

const AT_END = 'The newest closed bar is shown.';
const TAKEN_BACK = 'Paper orders after this moment were taken back.';

/** The controls of a replay: the moment, steps and speed, where to start, paper orders, and the way back to live bars. */
export function ReplayBar({ replay, onEnd }: Props) {
  const { zone, decimals } = useChartScreen();
  const atMs = useReplayMs();
  const { problem, isAtEnd, isTakenBack, waiting } = useValue(replay.state);
  useReplayKeys(replay);
  useExitMessage(replay, decimals);
  // Another chart of the page becomes active: this one waits, as its controls are gone.
  useEffect(() => replay.pause, [replay]);
  const isWithoutPrice = usePrice(replay) === null;
  const passing = waiting > 0 ? waitingText(waiting) : isWithoutPrice ? WAITING : null;
  const told = isTakenBack ? TAKEN_BACK : isAtEnd ? AT_END : null;
  return (
    <section className={classes.bar} aria-label="Replay" data-region="replay">
      <span className={classes.moment}>
        <span className={classes.word}>Replay</span>
        <time>{atMs === null ? '' : formatMoment(atMs, zone)}</time>
      </span>
      <Steps replay={replay} />
      <span
        className={classes.said}
        role="status"
        data-failure={problem !== null || undefined}
        data-passing={(problem === null && passing !== null) || undefined}
      >
        {problem ?? passing ?? told}
      </span>
      <PaperDesk replay={replay} />
      <Button
        size="compact-sm"
        variant="default"
        className={classes.end ?? ''}
        onClick={() => {
          onEnd();
          focusChart();
        }}
      >
        Back to live
      </Button>
    </section>
  );
}

function waitingText(count: number): string {
  const more = count === 1 ? '1 more command waits' : `${count} more commands wait`;
  return `Reading bars, ${more}${count < MOST_WAITING ? '.' : ', which is the most.'}`;
}

/** Tells that the stop or the target of a position has closed it. */
function useExitMessage(replay: Replay, decimals: number): void {
  useEffect(() => {
    let before = replay.account.get();
    return replay.account.subscribe(() => {
      const { positions, trades } = replay.account.get();
      const isClosed =
        positions.length < before.positions.length && trades.length > before.trades.length;
      before = replay.account.get();
      const text = isClosed ? exitText(trades.at(-1), decimals) : null;
      if (text !== null) showToast({ kind: 'info', text });
    });
  }, [replay, decimals]);
}

type StepProps = Pick<Props, 'replay'>;

function Steps({ replay }: StepProps) {
  const { isPlaying, isAtEnd } = useValue(replay.state);
  const Play = isPlaying ? IconPlayerPause : IconPlayerPlay;
  return (
    <div className={classes.steps}>
      <ToolButton
        label="Step back"
        shortcut="Shift+←"
        tipSide="top"
        icon={<IconPlayerSkipBack size={18} stroke={1.75} />}
        onClick={() => void replay.stepBack()}
      />
      <ToolButton
        label={isPlaying ? 'Pause' : 'Play'}
        shortcut="Space"
        tipSide="top"
        icon={<Play size={18} stroke={1.75} />}
        disabled={isAtEnd && !isPlaying}
        onClick={isPlaying ? replay.pause : replay.play}
      />
      <ToolButton
        label="Step"
        shortcut="Shift+→"
        tipSide="top"
        icon={<IconPlayerSkipForward size={18} stroke={1.75} />}
        onClick={() => void replay.step()}
      />
      <div className={classes.inline}>
        <Pace replay={replay} isLabelled={false} />
        <ToolButton
          label="To the next signal"
          tipSide="top"
          icon={<IconTargetArrow size={18} stroke={1.75} />}
          onClick={() => void replay.nextSignal()}
        />
        <StartAt replay={replay} />
        <ToolButton
          label="Random day"
          tipSide="top"
          icon={<IconDice5 size={18} stroke={1.75} />}
          onClick={() => void replay.randomDay()}
        />
      </div>
      <More replay={replay} />
    </div>
  );
}

/** The controls that a narrow bar has no room for. */
function More({ replay }: StepProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const run = (command: () => Promise<boolean>) => {
    close();
    void command();
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} {...BAR_POPOVER}>
      <Popover.Target>
        <ToolButton
          label="More of the replay"
          tipSide="top"
          className={classes.more ?? ''}
          icon={<IconDots size={18} stroke={1.75} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label="More of the replay">
        <div className={classes.choices}>
          <Pace replay={replay} isLabelled />
          <Button
            size="sm"
            variant="default"
            leftSection={<IconTargetArrow size={18} stroke={1.75} />}
            onClick={() => run(replay.nextSignal)}
          >
            Next signal
          </Button>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconDice5 size={18} stroke={1.75} />}
            onClick={() => run(replay.randomDay)}
          >
            Random day
          </Button>
        </div>
        <StartForm replay={replay} onDone={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Speed and interval of the steps, with visible labels or without. */
function Pace({ replay, isLabelled }: StepProps & { isLabelled: boolean }) {
  const { info, resolution } = useChartScreen();
  const { speed, stepBy } = useValue(replay.state);
  const choices = stepChoices(info, resolution);
  const chosen = stepBy !== null && choices.includes(stepBy) ? stepBy : '';
  const named = (name: string) => (isLabelled ? { label: name } : { 'aria-label': name });
  return (
    <>
      <NativeSelect
        size="xs"
        {...named('Speed')}
        className={classes.speed ?? ''}
        value={speed.label}
        data={SPEEDS.map(({ label, name }) => ({ value: label, label: name }))}
        onChange={({ currentTarget: { value } }) => {
          const next = SPEEDS.find(({ label }) => label === value);
          if (next) replay.setSpeed(next);
        }}
      />
      <NativeSelect
        size="xs"
        {...named('Step interval')}
        className={classes.step ?? ''}
        value={chosen}
        data={[
          { value: '', label: `by ${RESOLUTION_LABELS[resolution]}` },
          ...choices.map((one) => ({ value: one, label: `by ${RESOLUTION_LABELS[one]}` })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          replay.setStepBy(choices.find((one): one is Resolution => one === value) ?? null);
        }}
      />
    </>
  );
}

function StartAt({ replay }: StepProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} {...BAR_POPOVER}>
      <Popover.Target>
        <ToolButton
          label="Start at a date"
          tipSide="top"
          icon={<IconCalendarEvent size={18} stroke={1.75} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label="Start at a date">
        <StartForm replay={replay} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Asks for the date at which the replay starts anew. */
function StartForm({ replay, onDone }: StepProps & { onDone: () => void }) {
  const { info, resolution, zone } = useChartScreen();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const isByDate = isDateResolution(resolution);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = placeOf({ from: text, to: '' }, { resolution, zone }, serverClock.now());
    if ('problem' in read) return setProblem(read.problem.text);
    const barMs = barMsOf(read.place.from, { resolution, zone });
    // The bar of a date is the newest one that is shown.
    const hours = MARKET_HOURS[info.marketHours];
    void replay.startAt(isByDate ? barClosesAtMs(hours, resolution, barMs) : barMs);
    onDone();
  };
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <TextInput
        type={isByDate ? 'date' : 'datetime-local'}
        label={isByDate ? 'Date' : 'Date and time'}
        value={text}
        error={problem}
        onChange={({ currentTarget: { value } }) => {
          setProblem(null);
          setText(value);
        }}
      />
      <Button type="submit" size="sm">
        Start
      </Button>
    </form>
  );
}
