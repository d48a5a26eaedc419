import { Button, CloseButton } from '@mantine/core';
import { CatchBoundary } from '@tanstack/react-router';
import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react';
import { createValueStore, type ValueStore } from '../lib/value-store.ts';
import classes from './LazyPart.module.css';
import { PartLoading } from './PartLoading.tsx';

/** A component loaded on first use, or preloaded. */
type Part<Props> = {
  /** Null until its code is loaded. */
  component: Pick<ValueStore<ComponentType<Props> | null>, 'get' | 'subscribe'>;
  /** Rejects if the code could not be loaded; another call tries again. */
  load: () => Promise<void>;
  /** Preloads the code; resolves to false if that failed. A failure shows up again where the part is rendered. */
  preload: () => Promise<boolean>;
};

/**
 * Declares a part without loading it. React's `lazy` is not used: its Suspense may hold back loaded code for 300 ms after
 * another fallback was shown.
 */
export function lazyPart<Props>(read: () => Promise<ComponentType<Props>>): Part<Props> {
  const component = createValueStore<ComponentType<Props> | null>(null);
  let loading: Promise<void> | null = null;
  const load = () => {
    loading ??= read()
      // A part that is shown keeps its component.
      .then((loaded) => component.set(component.get() ?? loaded))
      .finally(() => {
        loading = null;
      });
    return loading;
  };
  const preload = () =>
    load().then(
      () => true,
      () => false,
    );
  return { component, load, preload };
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
  return (
    <CatchBoundary
      getResetKey={() => attempt}
      errorComponent={() =>
        isSilent ? (
          <SilentFailure onGiveUp={onGiveUp} />
        ) : (
          <PartFailed
            text={failedText}
            onRetry={() => setAttempt(attempt + 1)}
            onGiveUp={onGiveUp}
          />
        )
      }
    >
      <Opening part={part} props={props} fallback={fallback} />
    </CatchBoundary>
  );
}

type OpeningProps<Props> = Required<Pick<LazyPartProps<Props>, 'part' | 'props' | 'fallback'>>;

function Opening<Props extends object>({ part, props, fallback }: OpeningProps<Props>) {
  const { get, subscribe } = part.component;
  const Component = useSyncExternalStore(subscribe, get);
  const [failure, setFailure] = useState<{ of: Part<Props>; error: unknown } | null>(null);
  useEffect(() => {
    if (get()) return;
    let isShown = true;
    part.load().catch((error: unknown) => {
      if (isShown) setFailure({ of: part, error });
    });
    return () => {
      isShown = false;
    };
  }, [part, get]);
  if (Component) return <Component {...props} />;
  if (failure?.of === part) throw failure.error;
  return fallback;
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
