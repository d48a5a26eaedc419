import { Button, Drawer, Skeleton } from '@mantine/core';
import { IconNewsOff } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useConnection } from '../../api/use-connection.ts';
import { newsAddress, sandboxOf } from '../../lib/news-source.ts';
import { useTheme } from '../../stores/theme.ts';
import { useFocusReturn } from '../../ui/hooks/use-focus-return.ts';
import { useIsPhone } from '../../ui/hooks/use-is-phone.ts';
import { useIsTopmost } from '../../ui/hooks/use-is-topmost.ts';
import classes from './NewsDrawer.module.css';
import { NEWS_TEXTS } from './texts.ts';
import { useFrameLoad } from './use-frame-load.ts';

type Props = {
  /** Address of the news page, with `{theme}`. */
  source: string;
  onClose: () => void;
};

/**
 * Market news in a frame: on the right, on phones from the bottom. The close button comes before the frame, because
 * key presses in the frame do not reach this page.
 */
export function NewsDrawer({ source, onClose }: Props) {
  useFocusReturn();
  const isPhone = useIsPhone();
  const isTopmost = useIsTopmost();
  const address = newsAddress(source, useTheme());
  const [attempt, setAttempt] = useState(0);
  const content = useRef<HTMLDivElement>(null);
  const retry = () => {
    // The pressed button unmounts with the failed attempt.
    content.current?.focus();
    setAttempt(attempt + 1);
  };
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? '92%' : 500}
      closeOnEscape={isTopmost}
      classNames={{ content: classes.drawer ?? '' }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <div className={classes.head}>
          <Drawer.Title className={classes.title}>{NEWS_TEXTS.title}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" size={44} iconSize={20} />
        </div>
        <Drawer.Body className={classes.body ?? ''}>
          <div ref={content} className={classes.content} tabIndex={-1}>
            <NewsFrame key={`${attempt} ${address}`} address={address} onRetry={retry} />
          </div>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

type NewsFrameProps = {
  address: string;
  /** Replaces the frame by a new one. */
  onRetry: () => void;
};

/** One attempt to load the news: a skeleton, then the page or an error message. */
function NewsFrame({ address, onRetry }: NewsFrameProps) {
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

const ITEMS = 8;

function NewsSkeleton() {
  return (
    <div className={classes.skeleton} role="status" aria-label={NEWS_TEXTS.loading}>
      {Array.from({ length: ITEMS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
        <div key={index} className={classes.item}>
          <Skeleton height={12} width="40%" />
          <Skeleton height={16} width={index % 2 === 0 ? '90%' : '75%'} />
        </div>
      ))}
    </div>
  );
}
