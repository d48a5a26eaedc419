import { useEffect, useState } from 'react';
import { reachability } from '../../api/reachability.ts';

/** As long as any call of ours may take. */
const TIMEOUT_MS = 15_000;

/** How far the page in a frame is. */
type FramePhase = 'loading' | 'loaded' | 'failed';

/**
 * Follows the loading of a page of another origin in a frame that stands while `isOnline`. A browser tells little of it:
 * a frame has no event of failure, and `load` comes for the browser's own page of an error too. So what is known is that
 * nothing came in time, that the network or our own server is away, or that our content policy refused the address. That
 * the other server answered with an error, or that an extension blocked it, cannot be known: the frame shows what the
 * browser says of it then.
 */
export function useFrameLoad(isOnline: boolean): { phase: FramePhase; onLoad: () => void } {
  const [phase, setPhase] = useState<FramePhase>('loading');
  const isPending = phase === 'loading' && isOnline;
  useEffect(() => {
    if (!isPending) return;
    // Without our own server the browser may not have noticed yet that there is no network.
    reachability.suspect();
    const timer = setTimeout(() => setPhase('failed'), TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [isPending]);
  useEffect(() => {
    const noteRefusal = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src') setPhase('failed');
    };
    document.addEventListener('securitypolicyviolation', noteRefusal);
    return () => document.removeEventListener('securitypolicyviolation', noteRefusal);
  }, []);
  const onLoad = () => setPhase((former) => (former === 'failed' ? former : 'loaded'));
  return { phase, onLoad };
}
