import type { Faults } from '../simulator.ts';
import { type Answer, page, type Request } from './answer.ts';
import type { Provider } from './provider.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** What a proxy in front of a provider may answer in its place, with status 200. */
function interstitial(exchange: string): Answer {
  return page(
    `<!DOCTYPE html><html><head><title>${exchange}</title></head><body><h1>Just a moment...</h1></body></html>`,
  );
}

/** The first half of the text, under the same type and status: an answer cut on its way. */
function halved(answer: Answer): Answer {
  return { ...answer, body: answer.body.slice(0, Math.ceil(answer.body.length / 2)) };
}

/** The provider's answer to a request, disturbed by the faults it meets. */
export function answerUnderFaults(
  deps: { provider: Provider; limiter: RateLimiter },
  faults: Faults,
  request: Request,
  handle: (request: Request) => Answer,
): Answer {
  const { provider, limiter } = deps;
  const { status } = faults;
  if (faults.enforceLimits && !limiter.admits(request.path)) {
    return provider.faultAnswer('429', request);
  }
  if (status === 'html') return interstitial(provider.exchange);
  if (status !== 'none' && status !== 'halfJson') return provider.faultAnswer(status, request);
  const answer = provider.guard(request) ?? handle(request);
  return status === 'halfJson' ? halved(answer) : answer;
}
