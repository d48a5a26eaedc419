import { Menu, Tooltip } from '@mantine/core';
import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import { changePercent } from '@moneytrail/indicators';
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconLayoutBottombar,
  IconX,
} from '@tabler/icons-react';
import { stream } from '../../../api/stream/stream.ts';
import {
  directionOf,
  formatChange,
  formatPrice,
  formatSignedPercent,
} from '../../../lib/format.ts';
import { formatMoment } from '../../../lib/format-time.ts';
import { sourceName } from '../../../lib/source-name.ts';
import { useValue } from '../../../stores/use-value.ts';
import { IN_MAIN } from '../../../ui/in-main.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { STATUS_LOOKS, statusReason } from '../legend/feed-status.ts';
import { useFeedStatus } from '../legend/StatusBadge.tsx';
import { useChartScreen } from '../model/chart-context.ts';
import { PaneItems } from '../phone/PaneChooser.tsx';
import { closeChart } from './arrangement.ts';
import classes from './ChartCells.module.css';

/** The title of one chart of several. A double click gives it the whole area, or its place again. */
export function CellStrip({ id }: { id: string }) {
  const screen = useChartScreen();
  const { cells, controller, info, resolution, activate } = screen;
  const { activeId, isEnlarged } = useValue(cells.state);
  const isActive = id === activeId;
  const isLarge = isActive && isEnlarged;
  const Icon = isLarge ? IconArrowsMinimize : IconArrowsMaximize;
  const toggle = () => {
    if (!isActive) activate(id);
    cells.enlarge(!isLarge);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the strip's buttons do the same.
    <div className={classes.strip} onDoubleClick={toggle}>
      <button
        type="button"
        className={classes.name}
        aria-pressed={isActive}
        onClick={() => activate(id)}
      >
        <span className={classes.code}>{info.name}</span>
        <span>{RESOLUTION_LABELS[resolution]}</span>
        <span className={classes.source}>{sourceName(info.exchange)}</span>
      </button>
      {controller && <CellFeed controller={controller} />}
      {controller && <CellPrice controller={controller} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a double click on a button is none on the strip. */}
      <span className={classes.tools} onDoubleClick={(event) => event.stopPropagation()}>
        <PaneButton />
        <button
          type="button"
          className={classes.tool}
          aria-label={isLarge ? 'Show all charts' : `Enlarge ${info.name}`}
          onClick={toggle}
        >
          <Icon size={16} stroke={1.75} />
        </button>
        <button
          type="button"
          className={classes.tool}
          aria-label={`Close ${info.name}`}
          onClick={() => closeChart(screen, id, info.name)}
        >
          <IconX size={16} stroke={1.75} />
        </button>
      </span>
    </div>
  );
}

/** Chooses the one study pane below the prices, for all charts that have no room for more. */
function PaneButton() {
  const { onlyPane, choosePane } = useChartScreen();
  if (!onlyPane) return null;
  const { label } = onlyPane;
  return (
    <Menu position="bottom-end" portalProps={IN_MAIN} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button
          type="button"
          className={classes.tool}
          aria-label={`${label}: study under the chart`}
          title={`Study under the chart: ${label}`}
        >
          <IconLayoutBottombar size={16} stroke={1.75} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <PaneItems choice={onlyPane} onChoose={choosePane} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The state of the feed: its mark, and its word if prices do not arrive as they should; a replay has none. */
function CellFeed({ controller }: { controller: ChartController }) {
  const isReplayed = useValue(controller.replayMs) !== null;
  const { status } = useFeedStatus(controller);
  const streamState = useValue(stream.state);
  if (isReplayed) return null;
  const { mark, word } = STATUS_LOOKS[status];
  const why = statusReason(status, streamState);
  return (
    <Tooltip portalProps={IN_MAIN} label={`${word}. ${why}`}>
      <span className={classes.feed} data-status={status} role="img" aria-label={`${word}. ${why}`}>
        {mark} <span className={classes.word}>{word}</span>
      </span>
    </Tooltip>
  );
}

const ARROWS = { up: '▲ ', down: '▼ ', none: '' };

/** The newest price and its change since the close of the session before; in a replay its moment. */
function CellPrice({ controller }: { controller: ChartController }) {
  const { decimals, zone } = useChartScreen();
  const replayMs = useValue(controller.replayMs);
  const newest = useValue(controller.newest);
  const before = useValue(controller.sessionClose);
  if (replayMs !== null) {
    return (
      <span className={classes.price}>
        <span>Replay {formatMoment(replayMs, zone)}</span>
      </span>
    );
  }
  if (!newest) return null;
  const { price } = newest;
  const direction = before === null ? 'none' : directionOf(price - before);
  return (
    <span className={classes.price} data-direction={direction}>
      <span>
        {formatPrice(price, decimals)}
        {before !== null && (
          <>
            {' '}
            <span className={classes.change}>{formatChange(price, before, decimals)}</span>
            <span className={classes.percent}>
              {ARROWS[direction]}
              {formatSignedPercent(changePercent(price, before))}
            </span>
          </>
        )}
      </span>
    </span>
  );
}
