import type { OutputDefinition } from '@moneytrail/indicators';
import { formatStudyValue } from '../../../lib/format.ts';
import { useSelected } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { ValueOrReason } from '../model/ValueOrReason.tsx';
import { repeatsLevels } from '../preferences/repeats-levels.ts';
import type { StudyOnChart } from '../preferences/studies-on-chart.ts';
import { LineSample } from '../studies/LineSample.tsx';
import { whyNoValue } from '../summary/why-unknown.ts';
import classes from './Legend.module.css';

type Props = { study: StudyOnChart; controller: ChartController };

/** The drawn values of a study at the crosshair, else at the last closed bar, each behind a sample of its line. */
export function StudyValues({ study, controller }: Props) {
  const isRepeated = repeatsLevels(study);
  return (
    <span className={classes.values}>
      {study.outputs
        .filter(({ isDrawn }) => isDrawn && !isRepeated)
        .map((output) => (
          <OutputValue key={output.key} study={study} output={output} controller={controller} />
        ))}
      {study.key === 'combo' && <MarkWord controller={controller} />}
    </span>
  );
}

function OutputValue({ study, output, controller }: Props & { output: OutputDefinition }) {
  const { decimals } = useChartScreen();
  const value = useSelected(
    controller.legend,
    (legend) => legend?.studies[study.key]?.[output.key] ?? null,
  );
  const barCount = useSelected(controller.legend, (legend) =>
    value === null ? (legend?.studyBarCount ?? 0) : 0,
  );
  const isAtCrosshair = useSelected(controller.legend, (legend) => legend?.isAtCrosshair ?? false);
  const price = useSelected(controller.legend, (legend) =>
    value === null ? (legend?.studyBar?.close ?? Number.NaN) : 0,
  );
  const reason = whyNoValue(study, output.key, study.chosenInputs, { barCount, price });
  const why = `${output.label}: ${reason}`;
  const title = isAtCrosshair ? output.label : `${output.label}, last closed bar`;
  return (
    <span className={classes.value} title={value === null ? undefined : title}>
      <LineSample output={output} />
      <ValueOrReason value={value} why={why}>
        {formatStudyValue(output.format, value, decimals)}
      </ValueOrReason>
    </span>
  );
}

/** The signal of the bar at the crosshair, in words. */
function MarkWord({ controller }: Pick<Props, 'controller'>) {
  const word = useSelected(controller.legend, (legend) => {
    if (!legend?.mark) return null;
    const side = legend.mark.side === 'buy' ? '▲ Buy' : '▼ Sell';
    return `${side}${legend.mark.strong ? ', strong' : ''}`;
  });
  return word === null ? null : <strong>{word}</strong>;
}
