import { Button, CloseButton } from '@mantine/core';
import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import classes from './PartFailed.module.css';
import { PartLoading } from './PartLoading.tsx';

/** A component whose code is loaded when it is first shown, or before. */
type Part<Props> = {
  Component: ComponentType<Props>;
  loadAgain: () => void;
  /** Loads the code, so that the part is shown at once; what fails here fails again where it is shown. */
  preload: () => void;
};

/** Names the code of a part; it is not loaded yet. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  let isAsked = false;
  const unloaded = () =>
    lazy(async () => {
      isAsked = true;
      return { default: await load() };
    }) as ComponentType<Props>;
  const part = {
    Component: unloaded(),
    // A failed import stays failed in the component that made it.
    loadAgain: () => {
      part.Component = unloaded();
    },
    preload: () => {
      const onLoaded = (Component: ComponentType<Props>) => {
        // One that is shown already stays the component that it is.
        if (!isAsked) part.Component = Component;
      };
      load().then(onLoaded, () => {});
    },
  };
  return part;
}

type LazyPartProps<Props> = {
  part: Part<Props>;
  props: Props;
  /** The person gives up a part that could not be shown. */
  onGiveUp: () => void;
  /** What is said where the part could not be shown. */
  failedText?: string;
  /** What stands in its place until it is there; a card that says so where none is given. */
  fallback?: ReactNode;
};

/** Shows a part. Where it cannot be loaded, or breaks, a card offers another try; the page around it goes on. */
export function LazyPart<Props extends object>({
  part,
  props,
  onGiveUp,
  failedText,
  fallback = <PartLoading />,
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
      errorComponent={() => <PartFailed text={failedText} onRetry={retry} onGiveUp={onGiveUp} />}
    >
      <Suspense fallback={fallback}>
        <Component {...props} />
      </Suspense>
    </CatchBoundary>
  );
}

type Props = { text?: string | undefined; onRetry: () => void; onGiveUp: () => void };

const NOT_OPENED = 'This part of the page could not be opened.';

/** What stands in the place of a part of a page that could not be shown. */
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
