import type { ChartLinks, Drawing } from '@moneytrail/chart';
import { type RefObject, useEffect, useRef } from 'react';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { presentPreferences, usePreferences } from '../preferences/preferences.ts';
import type { CellState, ChartCells } from './chart-cells.ts';

type Opened = { info: { ticker: string }; resolution: CellState['resolution'] };

/** A chart beside the active one with the instrument, the interval and the studies that it shares. */
export function linked(
  cell: CellState,
  links: ChartLinks,
  { info, resolution }: Opened,
  look: Pick<CellState['look'], 'studies' | 'inputs'>,
): CellState {
  const symbol = links.symbol ? info.ticker : cell.symbol;
  const interval = links.interval ? resolution : cell.resolution;
  const { studies, inputs } = links.studies ? look : cell.look;
  const isSameLook = studies === cell.look.studies && inputs === cell.look.inputs;
  if (isSameLook && symbol === cell.symbol && interval === cell.resolution) return cell;
  return {
    ...cell,
    symbol,
    resolution: interval,
    look: isSameLook ? cell.look : { ...cell.look, studies, inputs },
  };
}

/** The others follow the active chart, which follows none of them. */
export function useLinks(cells: ChartCells): void {
  const { links, activeId, cells: all, wantedId } = useValue(cells.state);
  const controller = cells.chartOf(activeId)?.controller;
  const { studies, inputs } = usePreferences();
  const shared = useRef<readonly Drawing[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of charts has new ones to tell.
  useEffect(() => {
    if (!controller || wantedId !== null) return;
    const tell = () => {
      const opened = controller.opened.get();
      const look = presentPreferences();
      if (opened) cells.changeCells((cell) => linked(cell, links, opened, look));
    };
    tell();
    return controller.opened.subscribe(tell);
  }, [cells, controller, links, studies, inputs, wantedId, all.length]);
  useEffect(() => {
    if (!links.drawings) shared.current = null;
    if (!controller) return;
    const others = () =>
      cells.state
        .get()
        .cells.flatMap(({ id }) => (id === activeId ? [] : (cells.chartOf(id)?.controller ?? [])));
    const stops = [
      links.time &&
        followTime(controller, () => {
          for (const other of others()) showSharedTime(cells, other);
        }),
      // Behind the time: the crosshair points at the bars of the new view.
      links.crosshair && followCrosshair(controller, others),
      links.drawings && followDrawings(controller, others, shared),
    ];
    return () => {
      for (const stop of stops) if (stop) stop();
    };
  }, [cells, controller, activeId, links]);
}

type Others = () => readonly ChartController[];

/** Runs at most once a picture. */
function oncePerPicture(run: () => void): { ask: () => void; end: () => void } {
  let frame = 0;
  return {
    ask() {
      if (frame !== 0) return;
      frame = window.requestAnimationFrame(() => {
        frame = 0;
        run();
      });
    },
    end: () => window.cancelAnimationFrame(frame),
  };
}

/** Points the others at the bar of the time under the crosshair, which stays there while the chart is moved. */
function followCrosshair({ legend, visible }: ChartController, others: Others): () => void {
  const follow = () => {
    const now = legend.get();
    const timeMs = now?.isAtCrosshair ? now.bar?.time : undefined;
    for (const { engine } of others()) {
      if (timeMs === undefined) engine.hideCrosshair();
      else engine.showCrosshairAt(timeMs, { isWithin: true });
    }
  };
  const { ask, end } = oncePerPicture(follow);
  const stops = [legend.subscribe(follow), visible.subscribe(ask)];
  return () => {
    for (const stop of stops) stop();
    end();
    for (const { engine } of others()) engine.hideCrosshair();
  };
}

/** Bars that a chart of a longer interval shows at least, up to the same right edge: a few alone say nothing. */
const LEAST_SHARED = 30;

/** Shows the time of the active chart in another one, if the charts share it. */
export function showSharedTime({ state, active }: ChartCells, { engine }: ChartController): void {
  const view = active()?.controller.visible.get();
  if (state.get().links.time && view) engine.showSpan(view.fromMs, view.toMs, LEAST_SHARED);
}

/** Runs now and whenever the chart shows another time. */
function followTime({ visible }: ChartController, run: () => void): () => void {
  const { ask, end } = oncePerPicture(run);
  ask();
  const stop = visible.subscribe(ask);
  return () => {
    stop();
    end();
  };
}

function areSame(some: readonly Drawing[], others: readonly Drawing[] | null): boolean {
  return some.length === others?.length && some.every((one, index) => one === others?.[index]);
}

/** Keeps the drawings of the active chart's instrument on the others that show it. `known`: those that they were given last. */
function followDrawings(
  { drawings, opened }: ChartController,
  others: Others,
  known: RefObject<readonly Drawing[] | null>,
): () => void {
  const follow = () => {
    const symbol = opened.get()?.info.ticker;
    const own = drawings.get().filter((one) => one.symbol === symbol);
    for (const { engine, opened: theirs } of others()) {
      if (theirs.get()?.info.ticker !== symbol) continue;
      const all = engine.drawings.all();
      const before = all.filter((one) => one.symbol === symbol);
      if (areSame(before, own)) continue;
      const rest = all.filter((one) => one.symbol !== symbol);
      // Undo goes back through the steps of all charts in turn, so those of this one still fit.
      engine.drawings.replaceAll([...rest, ...own], areSame(before, known.current));
    }
    known.current = own;
  };
  follow();
  const stops = [drawings.subscribe(follow), opened.subscribe(follow)];
  return () => {
    for (const stop of stops) stop();
  };
}
