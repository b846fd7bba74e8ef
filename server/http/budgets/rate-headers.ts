import type { BudgetState } from '../../labels/store/limiter.js';

/** The rate headers of draft-ietf-httpapi-ratelimit-headers-10, and the usual X- ones. */
export function rateHeaders(standing: BudgetState, now: Date): Record<string, string> {
  const { policy, remaining, resetS } = standing;
  return {
    'RateLimit-Policy': `"${policy.name}";q=${policy.quota};w=${policy.windowS}`,
    RateLimit: `"${policy.name}";r=${remaining};t=${resetS}`,
    'X-RateLimit-Limit': String(policy.quota),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil(now.getTime() / 1000) + resetS),
  };
}
