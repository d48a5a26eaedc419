import { useMediaQuery } from '@mantine/hooks';
import type { ComparedInstrument } from '@moneytrail/chart';
import { COMPARED_LINE } from '@moneytrail/chart/model';
import { IconEye, IconEyeOff, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { symbolQuery } from '../../../api/queries.ts';
import { tickerCode } from '../../../lib/ticker-code.ts';
import { useValue } from '../../../stores/use-value.ts';
import { Chip } from '../../../ui/Chip.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import legend from '../legend/Legend.module.css';
import { SIMULATED } from '../model/messages.ts';
import { LineSample } from '../studies/LineSample.tsx';
import { ComparedFailure } from './ComparedFailure.tsx';
import classes from './ComparedRows.module.css';
import { ComparedValues } from './ComparedValues.tsx';
import { toggledCompared, withoutCompared } from './compared-list.ts';
import { loadOf } from './load-of.ts';
import { useComparedRights } from './use-compared-rights.ts';
import { useRetryCompared } from './use-retry-compared.ts';

type Props = { controller: ChartController };

/** What is compared, a line of the legend each. */
export function ComparedRows({ controller }: Props) {
  return useValue(controller.compared).map((instrument) => (
    <ComparedRow key={instrument.symbol} instrument={instrument} controller={controller} />
  ));
}

/**
 * One instrument: its line, name, price and percentage; an eye and the way to remove it on hover or focus, and, where
 * nothing hovers, after a press on its name.
 */
function ComparedRow({ controller, instrument }: Props & { instrument: ComparedInstrument }) {
  const { symbol, colour, isVisible } = instrument;
  const { data: info } = useQuery(symbolQuery(symbol));
  const [isOpen, setOpen] = useState(false);
  const load = useValue({
    get: () => loadOf(controller, symbol),
    subscribe: controller.comparedReadings.subscribe,
  });
  useComparedRights(controller, symbol);
  useRetryCompared(controller, symbol);
  const name = info?.name ?? tickerCode(symbol);
  return (
    <fieldset
      className={`${legend.study} ${classes.row}`}
      aria-label={`Compared: ${name}`}
      data-hidden={!isVisible || undefined}
      data-open={isOpen || undefined}
    >
      <LineSample output={{ colour, line: COMPARED_LINE }} />
      <RowName name={name} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      {info && <span className={`${legend.inputs} ${classes.exchange}`}>{info.exchange}</span>}
      {isVisible && load.kind === 'failed' && (
        <ComparedFailure controller={controller} symbol={symbol} load={load} />
      )}
      {isVisible && load.kind !== 'failed' && (
        <ComparedValues controller={controller} symbol={symbol} info={info} />
      )}
      {info?.simulated && <Chip kind="warning">{SIMULATED}</Chip>}
      <RowActions controller={controller} instrument={instrument} name={name} />
    </fieldset>
  );
}

type NameProps = { name: string; isOpen: boolean; onToggle: () => void };

function RowName({ name, isOpen, onToggle }: NameProps) {
  const hovers = useMediaQuery('(hover: hover)', undefined, { getInitialValueInEffect: false });
  if (hovers) return <span className={`${legend.name} ${classes.name}`}>{name}</span>;
  return (
    <button
      type="button"
      className={`${legend.name} ${classes.name}`}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      {name}
    </button>
  );
}

type ActionProps = Props & { instrument: ComparedInstrument; name: string };

function RowActions({ controller, instrument, name }: ActionProps) {
  const { symbol, isVisible } = instrument;
  const { comparison } = controller.engine;
  const Eye = isVisible ? IconEye : IconEyeOff;
  return (
    <span className={legend.actions}>
      <button
        type="button"
        className={legend.action}
        aria-label={`${isVisible ? 'Hide' : 'Show'} ${name}`}
        onClick={() => comparison.set(toggledCompared(comparison.all(), symbol))}
      >
        <Eye size={16} stroke={1.75} />
      </button>
      <button
        type="button"
        className={legend.action}
        aria-label={`Remove ${name}`}
        onClick={() => comparison.set(withoutCompared(comparison.all(), symbol))}
      >
        <IconX size={16} stroke={1.75} />
      </button>
    </span>
  );
}
