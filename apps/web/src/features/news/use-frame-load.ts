import { useEffect, useState } from 'react';
import { reachability } from '../../api/reachability.ts';

/** The same as the longest timeout of our own requests. */
const TIMEOUT_MS = 15_000;

type FramePhase = 'loading' | 'loaded' | 'failed';

/**
 * Follows a cross-origin page loading in a frame while `isOnline`. Frames have no error event, and `load` fires for
 * the browser's own error page too. Detectable failures are a timeout, the network or our server being down, and a
 * refusal by our content policy. An error answer of the other server or a blocking extension cannot be detected; the
 * frame then shows the browser's message.
 */
export function useFrameLoad(isOnline: boolean): { phase: FramePhase; onLoad: () => void } {
  const [phase, setPhase] = useState<FramePhase>('loading');
  const isPending = phase === 'loading' && isOnline;
  useEffect(() => {
    if (!isPending) return;
    // If our own server is unreachable, the browser may not have noticed yet that it is offline.
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
