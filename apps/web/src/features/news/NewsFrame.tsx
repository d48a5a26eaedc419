import { Button } from '@mantine/core';
import { IconNewsOff } from '@tabler/icons-react';
import { useConnection } from '../../api/use-connection.ts';
import { sandboxOf } from '../../lib/news-source.ts';
import classes from './NewsDrawer.module.css';
import { NewsSkeleton } from './NewsSkeleton.tsx';
import { NEWS_TEXTS } from './texts.ts';
import { useFrameLoad } from './use-frame-load.ts';

type Props = {
  address: string;
  /** Asks for another frame in the place of this one. */
  onRetry: () => void;
};

/** One attempt to show the page of news: a skeleton until it stands, a message where it does not come. */
export function NewsFrame({ address, onRetry }: Props) {
  const isOnline = useConnection() === 'online';
  const { phase, onLoad } = useFrameLoad(isOnline);
  if (phase === 'failed' || (phase === 'loading' && !isOnline)) {
    return (
      <div className={classes.unavailable} role="alert">
        <IconNewsOff size={32} stroke={1.5} aria-hidden="true" />
        <p>{NEWS_TEXTS.unavailable}</p>
        <Button variant="default" onClick={onRetry}>
          Retry
        </Button>
      </div>
    );
  }
  return (
    <>
      {phase === 'loading' && <NewsSkeleton />}
      <iframe
        className={classes.frame}
        title={NEWS_TEXTS.title}
        src={address}
        sandbox={sandboxOf(address, window.location.origin)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a dialog keeps the focus among what has an index.
        tabIndex={0}
        data-loaded={phase === 'loaded' || undefined}
        onLoad={onLoad}
      />
    </>
  );
}
