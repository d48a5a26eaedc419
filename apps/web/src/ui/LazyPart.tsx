import { Button, CloseButton } from '@mantine/core';
import { CatchBoundary } from '@tanstack/react-router';
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import classes from './LazyPart.module.css';
import { PartLoading } from './PartLoading.tsx';

/** A component loaded on first use, or preloaded. */
type Part<Props> = {
  Component: ComponentType<Props>;
  loadAgain: () => void;
  /** Preloads the code; resolves to false if that failed. A failure shows up again where the part is rendered. */
  preload: () => Promise<boolean>;
};

/** Declares a part without loading it. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  let isAsked = false;
  const unloaded = () =>
    lazy(async () => {
      isAsked = true;
      return { default: await load() };
    }) as ComponentType<Props>;
  const part = {
    Component: unloaded(),
    // A failed import stays failed in its lazy component.
    loadAgain: () => {
      part.Component = unloaded();
    },
    preload: () => {
      const onLoaded = (Component: ComponentType<Props>) => {
        // A part already rendered keeps its component.
        if (!isAsked) part.Component = Component;
        return true;
      };
      return load().then(onLoaded, () => false);
    },
  };
  return part;
}

type LazyPartProps<Props> = {
  part: Part<Props>;
  props: Props;
  /** The user dismisses a part that failed. */
  onGiveUp: () => void;
  /** Replaces the default error text. */
  failedText?: string;
  /** Shown while loading; a card by default. */
  fallback?: ReactNode;
  /** A part that shows nothing is given up without a word if it fails. */
  isSilent?: boolean;
};

/** Renders a part. If it fails to load or crashes, a card offers a retry and the page around it keeps working. */
export function LazyPart<Props extends object>({
  part,
  props,
  onGiveUp,
  failedText,
  fallback = <PartLoading />,
  isSilent = false,
}: LazyPartProps<Props>) {
  const [attempt, setAttempt] = useState(0);
  const { Component } = part;
  const retry = () => {
    part.loadAgain();
    setAttempt(attempt + 1);
  };
  return (
    <CatchBoundary
      getResetKey={() => attempt}
      errorComponent={() =>
        isSilent ? (
          <SilentFailure onGiveUp={onGiveUp} />
        ) : (
          <PartFailed text={failedText} onRetry={retry} onGiveUp={onGiveUp} />
        )
      }
    >
      <Suspense fallback={fallback}>
        <Component {...props} />
      </Suspense>
    </CatchBoundary>
  );
}

function SilentFailure({ onGiveUp }: Pick<Props, 'onGiveUp'>) {
  const giveUp = useEffectEvent(onGiveUp);
  useEffect(() => giveUp(), []);
  return null;
}

type Props = { text?: string | undefined; onRetry: () => void; onGiveUp: () => void };

const NOT_OPENED = 'This part of the page could not be opened.';

function PartFailed({ text = NOT_OPENED, onRetry, onGiveUp }: Props) {
  return (
    <div className={classes.card} role="alert">
      <p className={classes.text}>{text}</p>
      <Button size="xs" variant="default" onClick={onRetry}>
        Retry
      </Button>
      <CloseButton aria-label="Close message" onClick={onGiveUp} />
    </div>
  );
}
