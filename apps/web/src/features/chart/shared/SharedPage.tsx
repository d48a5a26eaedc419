import { Button, Loader, Skeleton } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import { isFreeInstrument, parseSymbol } from '@moneytrail/contract';
import { IconLinkOff, IconShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { symbolQuery } from '../../../api/queries.ts';
import { brandedTitle } from '../../../lib/brand.ts';
import { DEFAULT_CHART, readChartSearch } from '../../../lib/chart-search.ts';
import { sourceName } from '../../../lib/source-name.ts';
import { paths } from '../../../paths.ts';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import { Logo } from '../../../ui/Logo.tsx';
import { MessagePage } from '../../../ui/MessagePage.tsx';
import { sharedLayoutQuery } from '../layouts/layout-queries.ts';
import { LINK_ENDED } from '../model/messages.ts';
import { LoadFailed } from '../notices/LoadFailed.tsx';
import classes from './SharedPage.module.css';

const picture = lazyPart(async () => (await import('./SharedPicture.tsx')).SharedPicture);

/** A refused link stays refused. */
function hasEnded(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 429;
}

/** Tells a visitor what a shared chart is, and what they need to see it live. */
export function SharedPage() {
  const { token = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(sharedLayoutQuery(token));
  useDocumentTitle(brandedTitle(data?.name ?? 'Shared chart'));
  if (hasEnded(error)) {
    return (
      <MessagePage
        icon={<IconLinkOff size={28} stroke={1.75} aria-hidden="true" />}
        title={LINK_ENDED}
        text="Its owner has ended it or made another one."
        homeHref={paths.home}
      >
        <Button component={Link} to={paths.login} color="navy">
          Sign In
        </Button>
      </MessagePage>
    );
  }
  return (
    <div className={classes.page}>
      <a href={paths.home} className={classes.logo}>
        <Logo variant="dark" />
        <span className="visually-hidden">, to Home</span>
      </a>
      <main className={classes.card}>
        {data && <SharedChart {...data} />}
        {!data && error && (
          <LoadFailed what="the shared chart" error={error} onRetry={() => void refetch()} />
        )}
        {!data && !error && (
          <p className={classes.pending} role="status">
            <Loader size={20} aria-hidden="true" /> Loading the shared chart…
          </p>
        )}
      </main>
    </div>
  );
}

type Props = { name: string; symbol: string; resolution: string; content: string };

function SharedChart({ name, symbol, resolution, content }: Props) {
  const parsed = parseSymbol(symbol);
  const { exchange = 'FMP', code } = parsed.ok ? parsed.symbol : { code: symbol };
  const isFree = isFreeInstrument({ exchange, code });
  const interval = RESOLUTION_LABELS[readChartSearch({ resolution }).resolution];
  return (
    <>
      <p className={classes.kind}>
        <IconShare size={16} stroke={1.75} aria-hidden="true" /> Shared chart
      </p>
      <h1 className={classes.name}>{name}</h1>
      <p className={classes.symbol}>
        <strong>{code}</strong> · {sourceName(exchange)} · {interval}
      </p>
      <div className={classes.picture}>
        {isFree ? <FreePicture content={content} /> : <Sketch />}
        {!isFree && <p className={classes.locked}>An illustration, not the prices of {code}</p>}
      </div>
      <p className={classes.need}>
        {isFree
          ? `${code} is free of charge with every account. Sign in or register to open this chart in full, live, and to keep a copy.`
          : `The prices of ${code} come with a plan. Sign in with an account that has one, or register first, to see this chart live.`}
      </p>
      <div className={classes.actions}>
        <Button component={Link} to={paths.register} variant="default">
          Register
        </Button>
        <Button component={Link} to={paths.login} color="orange">
          Sign In
        </Button>
      </div>
      <p className={classes.quiet}>
        You come back to this chart afterwards, on this device even if your account has to be
        approved first.
      </p>
    </>
  );
}

/** The chart itself, of the one instrument whose prices everybody may see. */
function FreePicture({ content }: { content: string }) {
  const { data: info } = useQuery(symbolQuery(DEFAULT_CHART.symbol));
  const [isGivenUp, setGivenUp] = useState(false);
  const pending = <Skeleton height="100%" radius={0} />;
  if (isGivenUp) return <Sketch />;
  if (!info) return pending;
  return (
    <LazyPart
      part={picture}
      props={{ info, content }}
      fallback={pending}
      onGiveUp={() => setGivenUp(true)}
    />
  );
}

/** Open, high, low and close from the top of the picture, in its units: no market's. */
const CANDLES = [
  [196, 190, 214, 208],
  [208, 192, 212, 196],
  [196, 178, 202, 182],
  [182, 176, 198, 192],
  [192, 160, 196, 164],
  [164, 150, 172, 154],
  [154, 148, 170, 166],
  [166, 142, 170, 146],
  [146, 128, 152, 132],
  [132, 126, 150, 144],
  [144, 136, 164, 158],
  [158, 150, 166, 152],
  [152, 120, 156, 124],
  [124, 104, 130, 108],
  [108, 100, 122, 118],
  [118, 96, 124, 100],
  [100, 94, 118, 112],
  [112, 106, 132, 126],
  [126, 118, 140, 122],
  [122, 92, 126, 96],
  [96, 72, 100, 76],
  [76, 68, 92, 88],
  [88, 60, 92, 64],
  [64, 56, 80, 70],
] as const;
const STEP = 24;

/** A chart that is no market's, without prices. */
function Sketch() {
  return (
    <svg
      className={classes.sketch}
      viewBox="0 24 640 212"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path
        className={classes.grid}
        d="M0 65h640M0 130h640M0 195h640M160 0v260M320 0v260M480 0v260"
      />
      {CANDLES.map(([open, high, low, close], at) => {
        const x = 32 + at * STEP;
        return (
          <g key={x} className={close < open ? classes.up : classes.down}>
            <path d={`M${x} ${high}V${low}`} />
            <rect x={x - 6} y={Math.min(open, close)} width="12" height={Math.abs(open - close)} />
          </g>
        );
      })}
    </svg>
  );
}
