import { useValue } from '../../../../stores/use-value.ts';
import type { ChartController } from '../../controller/chart-controller.ts';
import { useChartScreen } from '../../model/chart-context.ts';
import { drawingName, figureOf, sharesOf, watchedDrawing } from '../figure-of.ts';
import { COMPARISON_NAMES } from './alert-draft.ts';
import { BORDERS, Choice, type Fields } from './condition-form.tsx';

const LINE_EVENTS = (['crosses', 'crossesUp', 'crossesDown'] as const).map((value) => ({
  value,
  label: COMPARISON_NAMES[value],
}));

export function DrawingFields(props: Fields<'drawing'>) {
  const { condition, onChange } = props;
  const { controller } = useChartScreen();
  const isRange = condition.figure.lines.length > 1;
  const choices = isRange ? [...BORDERS, ...LINE_EVENTS] : LINE_EVENTS;
  return (
    <>
      <Choice
        label="Event"
        value={condition.price}
        choices={choices}
        onChange={(price) => onChange({ ...condition, price })}
      />
      {controller && <ShareField {...props} controller={controller} />}
    </>
  );
}

/** The retraced share of a Fibonacci retracement. */
function ShareField(props: Fields<'drawing'> & { controller: ChartController }) {
  const { condition, form, onChange, controller } = props;
  const { id, share } = watchedDrawing(condition);
  const drawing = useValue(controller.drawings).find((one) => one.id === id);
  const shares = drawing ? sharesOf(drawing) : [];
  if (!drawing || share === undefined || shares.length === 0) return null;
  const { isLogarithmic } = condition.figure;
  return (
    <Choice
      label="Line"
      value={String(share)}
      choices={shares.map((one) => ({ value: String(one), label: `Line ${one}` }))}
      onChange={(text) => {
        const chosen = Number(text);
        const figure = figureOf(drawing, { market: form.market, isLogarithmic, share: chosen });
        if (figure) onChange({ ...condition, drawing: drawingName(id, chosen), figure });
      }}
    />
  );
}
