/** The budgets of a client, which are counted separately. */
export const budgetNames = ['update', 'preview', 'view'] as const;
export type BudgetName = (typeof budgetNames)[number];

/** A budget: `quota` points in each window of `windowS` seconds, which starts with a client's first request. */
export interface Policy {
  readonly name: BudgetName;
  readonly quota: number;
  readonly windowS: number;
}

/** The state of a client's budget. */
export interface BudgetState {
  readonly policy: Policy;
  readonly admitted: boolean;
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
