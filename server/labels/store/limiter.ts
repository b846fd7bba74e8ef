/** The budgets of a client, which are counted separately. */
export const budgetNames = ['update', 'preview', 'view'] as const;
export type BudgetName = (typeof budgetNames)[number];

/** A budget: `quota` points in each window of `windowS` seconds, which starts with a client's first request. */
export interface Policy {
  /** The studio on the server's machine has its own updates. */
  readonly name: BudgetName | 'studio';
  readonly quota: number;
  readonly windowS: number;
}

export interface BudgetState {
  readonly policy: Policy;
  /** Whether all points of the request were within the quota. */
  readonly admitted: boolean;
  /** How many of them were. */
  readonly granted: number;
  readonly remaining: number;
  /** Whole seconds until the window ends, 1 to `windowS`. */
  readonly resetS: number;
}

export interface Limiter {
  readonly policy: Policy;
  /** Takes `points` (default: 1) from the client's budget, even if fewer are left. @throws when the limiter's store fails */
  consume(client: string, points?: number): Promise<BudgetState>;
  /** Returns the state of the client's budget; counts nothing. */
  peek(client: string): Promise<BudgetState>;
  close(): void;
}

/** The state after a client has spent `spent` points in its window, of which the request took the last `points`. */
export function budgetState(policy: Policy, spent: number, points: number, msLeft: number): BudgetState {
  const granted = Math.min(points, Math.max(0, policy.quota - (spent - points)));
  return {
    policy,
    admitted: granted === points,
    granted,
    remaining: Math.max(0, policy.quota - spent),
    // Rounding errors must not exceed the window.
    resetS: Math.min(policy.windowS, Math.max(1, Math.ceil(msLeft / 1000))),
  };
}

/** The state of a client that has spent `spent` points, before another request. */
export function peeked(policy: Policy, spent: number, msLeft: number): BudgetState {
  return { ...budgetState(policy, spent, 0, msLeft), admitted: spent < policy.quota };
}
