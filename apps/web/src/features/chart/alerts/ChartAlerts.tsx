import { MARKET_HOURS } from '@moneytrail/calendar';
import type { Drawing } from '@moneytrail/chart';
import {
  type Alert,
  type AlertCondition,
  type AlertDefinition,
  changeAlert,
  setAlerts,
} from '@moneytrail/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { alertsQuery } from '../../../api/alerts.ts';
import { readAnew } from '../../../api/read-anew.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { formatPrice } from '../../../lib/format.ts';
import { isSameTicker } from '../../../lib/same-ticker.ts';
import { showToast } from '../../../stores/toasts.ts';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { useWatchlists } from '../watchlist/use-watchlists.ts';
import { AxisPlus } from './AxisPlus.tsx';
import { nameOrInstrument } from './alert-words.ts';
import { definitionOf } from './dialog/alert-draft.ts';
import { figureOf, isSameFigure, watchedDrawing } from './figure-of.ts';

type Props = { controller: ChartController };

const NO_ALERTS: readonly Alert[] = [];

/** The alerts of the open instrument on the chart: lines of prices, and drawings that alerts follow. */
export function ChartAlerts({ controller }: Props) {
  const { info } = useChartScreen();
  const { data } = useQuery(alertsQuery);
  const alerts =
    data?.alerts.filter(
      ({ symbol, watchlist, screen }) =>
        watchlist === undefined && !screen && isSameTicker(symbol, info.ticker),
    ) ?? [];
  const lined = [...alerts, ...useListAlerts(data?.alerts ?? [])];
  // They were made later than the replayed moment, and watch live prices.
  const isReplayed = useValue(controller.replayMs) !== null;
  useAlertLines(controller, isReplayed ? NO_ALERTS : lined);
  useFollowedDrawings(controller, alerts);
  return <AxisPlus controller={controller} />;
}

/** The alerts on watchlists that have a line on the open instrument, as it is in their list and waits. */
function useListAlerts(alerts: readonly Alert[]): readonly Alert[] {
  const { info } = useChartScreen();
  const isOpen = (symbol: string) => isSameTicker(symbol, info.ticker);
  const onLists = alerts.filter(
    (alert) => alert.watchlist !== undefined && linePrice(alert) !== null,
  );
  const { data: lists } = useWatchlists({ isEnabled: onLists.length > 0 });
  return onLists.filter(({ watchlist, instruments }) => {
    const list = lists?.find(({ id }) => id === watchlist);
    const isListed = list?.entries.some((entry) => entry.kind === 'symbol' && isOpen(entry.symbol));
    return isListed && !instruments?.idle.some(isOpen);
  });
}

/** The price of an alert that has a line: an active one that waits for a price alone. */
function linePrice({ state, conditions: [condition, ...others] }: Alert): number | null {
  const hasLine = state === 'active' && condition?.kind === 'price' && others.length === 0;
  return hasLine ? condition.value : null;
}

function useAlertLines({ engine }: ChartController, alerts: readonly Alert[]): void {
  const { openPanel, decimals } = useChartScreen();
  const change = useChange();
  const lines = alerts.flatMap((alert) => {
    const price = linePrice(alert);
    if (price === null) return [];
    // Dragged on one chart, a price of a list would move on the charts of all its instruments.
    return [{ id: alert.id, price, ...(alert.watchlist !== undefined && { isFixed: true }) }];
  });
  const key = JSON.stringify(lines);
  useEffect(() => engine.alerts.setLines(JSON.parse(key)), [engine, key]);
  useEffect(() => () => engine.alerts.setLines([]), [engine]);
  const onMoved = useEffectEvent(({ id, price }: { id: number; price: number }) => {
    const alert = alerts.find((one) => one.id === id);
    const before = alert && linePrice(alert);
    if (!alert || before === null || before === undefined) return;
    const put = (
      to: number,
      { revision }: Pick<Alert, 'revision'>,
      onDone?: (now: Alert) => void,
    ) =>
      change.mutate(
        { alert: { ...alert, revision }, definition: atPrice(alert, to) },
        {
          onSuccess: (answer) => onDone?.(answer.alert),
          // A line that was not changed is drawn where it was.
          onError: () => engine.alerts.setLines(lines),
        },
      );
    put(price, alert, (now) =>
      showToast({
        kind: 'success',
        text: `The alert waits for ${formatPrice(price, decimals)}.`,
        action: { label: 'Undo', run: () => put(before, now) },
      }),
    );
  });
  const onPressed = useEffectEvent(({ id }: { id: number }) => {
    const alert = alerts.find((one) => one.id === id);
    if (alert) openPanel({ kind: 'change-alert', alert });
  });
  useEffect(() => {
    const stopMoved = engine.on('alertMoved', onMoved);
    const stopPressed = engine.on('alertPressed', onPressed);
    return () => {
      stopMoved();
      stopPressed();
    };
  }, [engine]);
}

function atPrice(alert: Alert, value: number): AlertDefinition {
  const definition = definitionOf(alert);
  const conditions = definition.conditions.map((condition) =>
    condition.kind === 'price' ? { ...condition, value } : condition,
  );
  return { ...definition, conditions };
}

/** Changes an alert, and reads the list again. */
function useChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ alert, definition }: { alert: Alert; definition: AlertDefinition }) =>
      authorizedRequest(changeAlert, {
        params: { id: alert.id },
        body: { ...definition, revision: alert.revision },
      }),
    onSettled: () => readAnew(queryClient, { queryKey: alertsQuery.queryKey }),
  });
}

/** A drag of a drawing makes many changes; the alert takes the last. */
const SETTLED_MS = 1_000;

/**
 * Gives alerts the present figure of their drawing after it was moved, pauses them once it is removed, and lets those go
 * on whose drawing is back. A drawing that was never seen belongs to another saved chart.
 */
function useFollowedDrawings(controller: ChartController, alerts: readonly Alert[]): void {
  const { info, saver } = useChartScreen();
  const drawings = useValue(controller.drawings);
  const seen = useRef(new Set<string>());
  // The alerts whose drawings are here without a break: if another page removes one, this page does not argue with it.
  const drawn = useRef(new Set<number>());
  const change = useChange();
  const pause = usePause();
  const resume = (alert: Alert, definition: AlertDefinition) =>
    change.mutate(
      { alert, definition },
      {
        onSuccess: () =>
          showToast({
            kind: 'info',
            text: `The alert ${nameOrInstrument(alert)} goes on: its drawing is back.`,
          }),
      },
    );
  const followOne = (alert: Alert) => {
    const market = { hours: MARKET_HOURS[info.marketHours], resolution: alert.resolution };
    const layout = saver?.state.get().layout?.id ?? null;
    const now = drawnNow(alert, { drawings, market, layout, seen: seen.current });
    const isBack = now.isWhole && !drawn.current.has(alert.id);
    const isWaiting = waitsForDrawing(alert);
    if (!now.isWhole) drawn.current.delete(alert.id);
    else if (isWaiting || !pause.isPending) drawn.current.add(alert.id);
    // The named revision protects changes that the owner has made meanwhile.
    if (isWaiting) {
      if (isBack) resume(alert, now.definition);
    } else if (now.isRemoved) pause.mutate(alert);
    else if (now.isMoved) change.mutate({ alert, definition: now.definition });
  };
  const follow = useEffectEvent(() => {
    for (const { id } of drawings) seen.current.add(id);
    for (const alert of alerts) {
      if (alert.state === 'active' || waitsForDrawing(alert)) followOne(alert);
    }
  });
  const names = alerts.map(({ id, revision, state }) => `${id} ${revision} ${state}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again after each change of alerts and drawings.
  useEffect(() => serverClock.after(SETTLED_MS, follow), [drawings, names]);
}

type DrawingCondition = Extract<AlertCondition, { kind: 'drawing' }>;
type Drawings = { drawings: readonly Drawing[] };

/** Whether an alert goes on once its drawing is on the chart again. */
function waitsForDrawing({ state, pausedFor }: Alert): boolean {
  return state === 'paused' && pausedFor === 'noDrawing';
}

/** Whether a condition watches a drawing of the present chart; one that was not saved then is taken for it. */
function isDrawnIn(
  condition: AlertCondition,
  layout: number | null,
): condition is DrawingCondition {
  if (condition.kind !== 'drawing') return false;
  return condition.layout === null || condition.layout === layout;
}

/** An alert with the present figures of its drawings, and whether these were moved, removed, or are all on the chart. */
function drawnNow(
  alert: Alert,
  {
    drawings,
    market,
    layout,
    seen,
  }: Drawings & {
    market: Parameters<typeof figureOf>[1]['market'];
    layout: number | null;
    seen: ReadonlySet<string>;
  },
) {
  const before = definitionOf(alert);
  const conditions = before.conditions.map((condition) =>
    isDrawnIn(condition, layout) ? followed(condition, { drawings, market }) : condition,
  );
  return {
    definition: { ...before, conditions },
    isMoved: conditions.some((condition, index) => condition !== before.conditions[index]),
    isRemoved: conditions.some(
      (condition) => isDrawnIn(condition, layout) && isGone(condition, { drawings, seen }),
    ),
    isWhole: conditions.every(
      (condition) =>
        condition.kind !== 'drawing' ||
        (isDrawnIn(condition, layout) && isThere(condition, drawings)),
    ),
  };
}

function isGone(
  condition: DrawingCondition,
  { drawings, seen }: Drawings & { seen: ReadonlySet<string> },
): boolean {
  return seen.has(watchedDrawing(condition).id) && !isThere(condition, drawings);
}

function isThere(condition: DrawingCondition, drawings: readonly Drawing[]): boolean {
  const { id } = watchedDrawing(condition);
  return drawings.some((one) => one.id === id);
}

/** The condition with the present figure of its drawing; the same object if nothing has changed. */
function followed(
  condition: DrawingCondition,
  { drawings, market }: Drawings & { market: Parameters<typeof figureOf>[1]['market'] },
): DrawingCondition {
  const { id, share } = watchedDrawing(condition);
  const drawing = drawings.find((one) => one.id === id);
  const { isLogarithmic } = condition.figure;
  const options = { market, isLogarithmic, ...(share === undefined ? {} : { share }) };
  const figure = drawing && figureOf(drawing, options);
  return !figure || isSameFigure(figure, condition.figure) ? condition : { ...condition, figure };
}

function usePause() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Alert) =>
      authorizedRequest(setAlerts, {
        body: { ids: [id], to: { kind: 'paused', for: 'noDrawing' } },
      }),
    onSuccess: async (_changed, alert) => {
      showToast({
        kind: 'info',
        text: `The alert ${nameOrInstrument(alert)} is paused: its drawing was removed.`,
      });
      // It is pending until the list tells the pause.
      await readAnew(queryClient, { queryKey: alertsQuery.queryKey });
    },
  });
}
