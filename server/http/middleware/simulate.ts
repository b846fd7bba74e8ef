import { setTimeout as delay } from 'node:timers/promises';
import { suggestion } from '../../../renderer/index.js';
import { fieldProblems, serverError } from '../../fields/problem.js';
import { cut } from '../../fields/field-problem.js';
import { troubles } from '../../labels/tag/tag.js';
import type { Context, Dependencies, Handler } from '../dependencies.js';
import { clientOf } from '../client.js';
import { rateHeaders } from '../budgets/rate-headers.js';
import { limiterOf, tooManyRequests } from './limit.js';

/** The values of X-ESL-Simulate: responses without changes, and troubles of the tag. */
export const simulations = ['rate_limit', 'server_error', 'slow', ...troubles] as const;

/** The delay of `slow`: longer than an impatient client waits, shorter than a patient one does. */
export const slowMs = 3000;

/**
 * Lets integrators see each failure: with the header X-ESL-Simulate, a counted update answers like a failed one without changing
 * state, or is accepted, and the tag misbehaves.
 * @param dryRun the steps that answer `slow` after the delay
 */
export function simulate(dependencies: Dependencies, dryRun: readonly Handler[]): Handler {
  const { config, clock } = dependencies;
  return async function simulateFailure(ctx: Context, next) {
    const wanted = ctx.get('X-ESL-Simulate');
    if (!config.simulate || wanted === '') {
      await next();
      return;
    }
    const simulation = simulationOf(wanted);
    switch (simulation) {
      case 'rate_limit': {
        const shown = {
          ...(await limiterOf(ctx, 'update', dependencies).peek(clientOf(ctx))),
          admitted: false,
          remaining: 0,
        };
        throw tooManyRequests(shown, rateHeaders(shown, clock()));
      }
      case 'server_error':
        throw serverError(new Error('simulated'));
      case 'slow':
        await delay(slowMs);
        for (const step of dryRun) await step(ctx, () => Promise.resolve());
        break;
      case 'offline':
      case 'low_battery':
      case 'ghosting':
        ctx.state.trouble = simulation;
        await next();
    }
  };
}

function simulationOf(wanted: string): (typeof simulations)[number] {
  const found = simulations.find((simulation) => simulation === wanted);
  if (found) return found;
  const received = cut(wanted);
  const message = `Expected ${simulations.join(', ')} for X-ESL-Simulate but received "${received}"${suggestion(received, simulations)}`;
  throw fieldProblems([{ field: 'X-ESL-Simulate', reason: 'unknown_value', message, received }]);
}
