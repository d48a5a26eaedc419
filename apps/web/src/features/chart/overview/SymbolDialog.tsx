import { Button, Skeleton } from '@mantine/core';
import type { SymbolOverview } from '@moneytrail/contract';
import { IconBellPlus, IconCirclePlus, IconStar } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useValue } from '../../../stores/use-value.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { openAlertAtCrosshair } from '../alerts/open-alert.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { StatusBadge } from '../legend/StatusBadge.tsx';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { SIMULATED } from '../model/messages.ts';
import { LoadFailed } from '../notices/LoadFailed.tsx';
import { useReplayMs } from '../replay/use-replay.ts';
import { addShownSymbol } from '../watchlist/add-shown-symbol.ts';
import { FactsList, SessionList } from './Facts.tsx';
import { LevelsGlance } from './LevelsGlance.tsx';
import { overviewQuery } from './overview-query.ts';
import classes from './SymbolDialog.module.css';
import { Changes, YearRange } from './YearRange.tsx';

const WIDTH_PX = 880;
/** In place of the figures that the server computes for the present. */
const PAUSED =
  'The range of the year, the changes, and the levels are live figures, so they are hidden during a replay.';

/** What the chart's instrument is: its facts, hours, range of the year, and levels of four intervals. */
export function SymbolDialog() {
  const { info, controller, openPanel } = useChartScreen();
  return (
    <Dialog
      title={
        <span className={classes.title}>
          About {info.name} {info.simulated && <Chip kind="warning">{SIMULATED}</Chip>}
        </span>
      }
      width={WIDTH_PX}
      onPhone="full"
      onClose={() => openPanel(NOTHING_OPEN)}
    >
      {controller && <Body controller={controller} />}
    </Dialog>
  );
}

function Body({ controller }: { controller: ChartController }) {
  const { info } = useChartScreen();
  const { data, error, refetch } = useQuery(overviewQuery(info.ticker));
  return (
    <div className={classes.body}>
      <div>
        <p className={classes.description}>{info.description}</p>
        <StatusBadge controller={controller} />
      </div>
      <Actions controller={controller} />
      {data ? (
        <Loaded overview={data} controller={controller} />
      ) : error ? (
        <LoadFailed
          what={`the facts of ${info.name}`}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading />
      )}
    </div>
  );
}

type LoadedProps = { overview: SymbolOverview; controller: ChartController };

function Loaded({ overview, controller }: LoadedProps) {
  const isReplayed = useReplayMs() !== null;
  // The chart may know a newer price than the stored one.
  const price = useValue(controller.newest)?.price ?? overview.price;
  return (
    <>
      <div className={classes.columns}>
        {isReplayed ? (
          <p className={classes.paused}>{PAUSED}</p>
        ) : (
          <div>
            <YearRange overview={overview} price={price} />
            <Changes overview={overview} price={price} />
          </div>
        )}
        <SessionList />
      </div>
      {!isReplayed && <LevelsGlance overview={overview} price={price} />}
      <FactsList overview={overview} />
    </>
  );
}

function Actions({ controller }: { controller: ChartController }) {
  const { info, decimals, openPanel } = useChartScreen();
  const queryClient = useQueryClient();
  const adding = useMutation({ mutationFn: () => addShownSymbol(queryClient, info) });
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        leftSection={<IconBellPlus size={18} stroke={1.75} />}
        onClick={() => openAlertAtCrosshair({ controller, decimals, openPanel })}
      >
        New alert
      </Button>
      <Button
        variant="default"
        leftSection={<IconStar size={18} stroke={1.75} />}
        onClick={() => adding.mutate()}
      >
        Add to watchlist
      </Button>
      <Button
        variant="default"
        leftSection={<IconCirclePlus size={18} stroke={1.75} />}
        onClick={() => openPanel({ kind: 'compare' })}
      >
        Compare
      </Button>
    </div>
  );
}

function Loading() {
  return (
    <div className={classes.body} aria-hidden="true">
      <div className={classes.columns}>
        <Skeleton height={190} />
        <Skeleton height={190} />
      </div>
      <Skeleton height={320} />
      <Skeleton height={200} />
    </div>
  );
}
