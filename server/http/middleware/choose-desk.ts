import type { Context, Dependencies, Handler } from '../dependencies.js';

/** Chooses whose labels the request is about. */
export function chooseDesk({ desks }: Pick<Dependencies, 'desks'>): Handler {
  return function chooseDesk(ctx: Context, next) {
    ctx.state.desk = desks.of('');
    return next();
  };
}
