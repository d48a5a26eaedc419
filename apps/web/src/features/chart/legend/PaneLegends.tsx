import type { PanePlace } from '@moneytrail/chart';
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useValue } from '../../../lib/use-value.ts';
import type { ChartSession } from '../session/chart-session.ts';
import classes from './Legend.module.css';
import { StudyLine } from './StudyLine.tsx';
import { useHeadRoom } from './use-head-room.ts';
import { useStudiesOf } from './use-studies-of.ts';

type Props = { session: ChartSession };
/** Lower than this a pane has no room for words. */
const LOWEST_PX = 28;

/** The legends of the panes under the main one, each at the top of its pane. */
export function PaneLegends({ session }: Props) {
  const places = useValue(session.panes);
  const [enlarged, setEnlarged] = useState<PanePlace['pane'] | null>(null);
  const toggle = (pane: PanePlace['pane']) => {
    const next = enlarged === pane ? null : pane;
    session.engine.enlargePane(next);
    setEnlarged(next);
  };
  return places
    .filter(({ pane, heightPx }) => pane !== 'main' && heightPx >= LOWEST_PX)
    .map((place) => (
      <PaneLegend
        key={place.pane}
        place={place}
        session={session}
        isEnlarged={enlarged === place.pane}
        onToggle={() => toggle(place.pane)}
      />
    ));
}

type PaneProps = Props & { place: PanePlace; isEnlarged: boolean; onToggle: () => void };

function PaneLegend({ place, session, isEnlarged, onToggle }: PaneProps) {
  const studies = useStudiesOf(place.pane);
  const placeLegend = useHeadRoom(session, place.pane);
  const Icon = isEnlarged ? IconArrowsDiagonalMinimize2 : IconArrowsDiagonal;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the double click repeats the button in the pane's head.
    <div
      ref={placeLegend}
      className={classes.legend}
      data-pane
      style={{ top: place.topPx + 3 }}
      onDoubleClick={onToggle}
    >
      {studies.map((study, index) => (
        <div key={study.id} className={classes.paneLine}>
          <StudyLine study={study} session={session} />
          {index === 0 && (
            <button
              type="button"
              className={classes.enlarge}
              aria-label={isEnlarged ? 'Restore the pane' : `Enlarge the pane of ${study.name}`}
              aria-pressed={isEnlarged}
              onClick={onToggle}
            >
              <Icon size={14} stroke={1.75} />
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
