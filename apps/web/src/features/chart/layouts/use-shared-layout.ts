import { readLayout, writeLayout } from '@moneytrail/chart/model';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { isWorthRetrying } from '../../../api/api-error.ts';
import { paths } from '../../../paths.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { LINK_ENDED } from '../model/messages.ts';
import { borrowLook, giveLookBack } from '../preferences/preferences.ts';
import type { OpenInstrument } from '../saved/savable-chart.ts';
import { savableChartQuery, sharedLayoutQuery } from './layout-queries.ts';

/** A shared chart, as far as it has been read. */
type SharedLayout = {
  name: string | null;
  /** The reason why it cannot be shown. */
  failure: string | null;
  content: string | null;
};

const UNREADABLE = 'This link leads to a chart that cannot be shown here.';
const NOT_LOADED = 'The shared chart could not be loaded. It is tried again by itself.';

/** The reason why a shared chart is not shown; null if nothing failed. `error` comes from its read or the code that shows it. */
export function sharedFailure(error: Error | null, isUnreadable: boolean): string | null {
  if (isUnreadable) return UNREADABLE;
  if (!error) return null;
  return isWorthRetrying(error) ? NOT_LOADED : LINK_ENDED;
}

/** Shows the chart of a link once, and stores nothing of it on this device. */
export function useSharedLayout(
  token: string,
  controller: ChartController | null,
  openInstrument: OpenInstrument,
): SharedLayout {
  const read = useQuery(sharedLayoutQuery(token));
  const code = useQuery(savableChartQuery);
  const open = useEffectEvent(openInstrument);
  const [isUnreadable, setIsUnreadable] = useState(false);
  const content = read.data?.content;
  const createSavable = code.data;
  useEffect(() => {
    if (!controller || content === undefined || !createSavable) return;
    const chart = createSavable(controller.engine, (at) => open(at), borrowLook);
    setIsUnreadable(false);
    try {
      chart.apply(content, { keepsEarly: false, opensInstrument: true });
    } catch {
      setIsUnreadable(true);
    }
    return giveLookBack;
  }, [controller, content, createSavable]);
  return {
    name: read.data?.name ?? null,
    failure: sharedFailure(read.error ?? code.error, isUnreadable),
    content: content ?? null,
  };
}

/** The address of a link, at the place that the chart shows. */
export function sharedAddress(token: string, at?: string): string {
  const address = new URL(paths.shared.replace('$token', token), window.location.href);
  if (at !== undefined) address.searchParams.set('at', at);
  return address.href;
}

/**
 * The content that a link shows: the first chart with the drawings of its own instrument alone, because the others are not
 * on the sharer's screen. Throws a `LayoutError` for unreadable content.
 */
export function shownByLink(content: string): string {
  const { grid: _others, ...layout } = readLayout(content);
  const drawings = layout.drawings.filter(({ symbol }) => symbol === layout.symbol);
  return writeLayout({ ...layout, drawings });
}
