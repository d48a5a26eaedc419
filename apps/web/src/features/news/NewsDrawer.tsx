import { Drawer } from '@mantine/core';
import { useRef, useState } from 'react';
import { newsAddress } from '../../lib/news-source.ts';
import { useTheme } from '../../stores/theme.ts';
import { useFocusReturn } from '../../ui/hooks/use-focus-return.ts';
import { useIsPhone } from '../../ui/hooks/use-is-phone.ts';
import { useIsTopmost } from '../../ui/hooks/use-is-topmost.ts';
import classes from './NewsDrawer.module.css';
import { NewsFrame } from './NewsFrame.tsx';
import { NEWS_TEXTS } from './texts.ts';

type Props = {
  /** The address of the page of news, with `{theme}`. */
  source: string;
  onClose: () => void;
};

/**
 * The news of the markets in a frame: at the right, on phones from the bottom. Keys pressed in the frame do not reach us,
 * so the button that closes stands before it.
 */
export function NewsDrawer({ source, onClose }: Props) {
  useFocusReturn();
  const isPhone = useIsPhone();
  const isTopmost = useIsTopmost();
  const address = newsAddress(source, useTheme());
  const [attempt, setAttempt] = useState(0);
  const content = useRef<HTMLDivElement>(null);
  const retry = () => {
    // The pressed button goes with the attempt that failed.
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
