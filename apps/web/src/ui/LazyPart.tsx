import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { PartFailed } from './PartFailed.tsx';
import { PartLoading } from './PartLoading.tsx';

/** A component whose code is loaded when it is first shown. */
type Part<Props> = { Component: ComponentType<Props>; loadAgain: () => void };

/** Names the code of a part; it is not loaded yet. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  const unloaded = () => lazy(async () => ({ default: await load() })) as ComponentType<Props>;
  const part = {
    Component: unloaded(),
    // A failed import stays failed in the component that made it.
    loadAgain: () => {
      part.Component = unloaded();
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
};

/** Shows a part. Where it cannot be loaded, or breaks, a card offers another try; the page around it goes on. */
export function LazyPart<Props extends object>({
  part,
  props,
  onGiveUp,
  failedText,
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
      <Suspense fallback={<PartLoading />}>
        <Component {...props} />
      </Suspense>
    </CatchBoundary>
  );
}
