import { createAnswers } from './answers.js';
import { createLabelOperations } from './labels.js';
import { createLayoutOperations } from './layouts.js';
import { createLogOperations } from './log.js';
import type { Dialect } from './operation.js';
import { createRecordOperations } from './records.js';

/** The reads and writes of a database, for all backends. */
export function createOperations(dialect: Dialect) {
  const answers = createAnswers(dialect);
  const log = createLogOperations(dialect);
  const { purge: labelPurge, ...labels } = createLabelOperations(dialect, answers, log);
  const { purge: layoutPurge, ...layouts } = createLayoutOperations(dialect, answers, log);
  return {
    log,
    purges: { labels: labelPurge, layouts: layoutPurge },
    operations: {
      ...labels,
      ...layouts,
      ...createRecordOperations(dialect),
      recorded: answers.recorded,
      unsettled: log.unsettled,
    },
  };
}

export type Operations = ReturnType<typeof createOperations>['operations'];
export type OperationName = keyof Operations;
export type Results = {
  readonly [Name in OperationName]: Operations[Name] extends (...args: never) => Generator<unknown, infer Result>
    ? Result
    : never;
};
