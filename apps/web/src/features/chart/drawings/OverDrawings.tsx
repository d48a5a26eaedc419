import { useMediaQuery } from '@mantine/hooks';
import { useValue } from '../../../stores/use-value.ts';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { Hint, MeasureHint } from '../pointing/Hint.tsx';
import { useTechnicalStudiesOf } from '../preferences/use-technical-studies.ts';
import { hintOf } from './drawing-tools.ts';
import { studiesOfDrawings } from './studies-of-drawings.ts';

type Props = { controller: ChartController };

const styleBar = lazyPart(async () => (await import('./StyleBar.tsx')).StyleBar);
const textEditor = lazyPart(async () => (await import('./TextEditor.tsx')).TextEditor);
const magnifier = lazyPart(async () => (await import('./Magnifier.tsx')).Magnifier);

/** The HTML over drawings and measurements; each part loads when it is first needed. */
export function OverDrawings({ controller }: Props) {
  const { tool, selected } = useValue(controller.drawing);
  const writing = useValue(controller.writing);
  const isTouched = useMediaQuery('(any-pointer: coarse)', undefined, {
    getInitialValueInEffect: false,
  });
  const drawings = useValue(controller.drawings);
  useTechnicalStudiesOf(studiesOfDrawings([...drawings, { tool }]));
  const written = writing && drawings.find(({ id }) => id === writing.id);
  const stopDrawing = () => controller.engine.drawings.select(null);
  return (
    <>
      <DrawingHint controller={controller} />
      <MeasureHint controller={controller} />
      {selected && !writing && (
        <LazyPart
          part={styleBar}
          props={{ controller, drawing: selected }}
          onGiveUp={stopDrawing}
        />
      )}
      {writing && written && (
        <LazyPart
          key={written.id}
          part={textEditor}
          props={{ controller, drawing: written, isNew: writing.isNew }}
          onGiveUp={() => controller.writing.set(null)}
        />
      )}
      {isTouched && (tool !== null || selected) && (
        <LazyPart part={magnifier} props={{}} onGiveUp={stopDrawing} />
      )}
    </>
  );
}

function DrawingHint({ controller }: { controller: ChartController }) {
  const isTouched = useMediaQuery('(hover: none)', undefined, { getInitialValueInEffect: false });
  const hint = hintOf(useValue(controller.drawing), isTouched);
  if (hint === null) return null;
  return (
    <Hint
      text={hint}
      closeLabel="Stop drawing"
      onClose={() => controller.engine.drawings.setTool(null)}
    />
  );
}
