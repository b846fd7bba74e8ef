/** The budgets of a client. Each is used up by itself. */
export const budgetNames = ['update', 'preview', 'view'] as const;
export type BudgetName = (typeof budgetNames)[number];

/** A budget: `quota` points in each window of `windowS` seconds, which starts with a client's first request. */
export interface Policy {
  readonly name: BudgetName;
  readonly quota: number;
  readonly windowS: number;
}

/** Where a client stands. */
export interface Standing {
  readonly policy: Policy;
  readonly admitted: boolean;
  readonly remaining: number;
  /** Whole seconds until the window ends, 1 to `windowS`. */
  readonly resetS: number;
}

export interface Limiter {
  readonly policy: Policy;
  /** Takes `points` (default: 1) from the client's budget, even if fewer are left. @throws when the limiter's store fails */
  consume(client: string, points?: number): Promise<Standing>;
  /** Where the client stands; counts nothing. */
  peek(client: string): Promise<Standing>;
  close(): void;
}
