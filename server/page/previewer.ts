import type { PreviewAnswer } from '../http/answers.js';
import { ApiError } from './api.js';

/** Milliseconds. A half-typed price is wrong for a moment: the page complains only after a pause in typing. */
const patience = { typing: 150, complaint: 600 };

export interface Previewer {
  /** Asks after a short pause in typing. */
  soon(): void;
  /** Asks at once. */
  now(): void;
}

/** Asks for previews, one at a time: a newer call gives the older request up. */
export function createPreviewer(
  ask: (signal: AbortSignal) => Promise<PreviewAnswer>,
  answered: (preview: PreviewAnswer) => void,
  refused: (error: ApiError) => void,
): Previewer {
  let latest = new AbortController();

  const run = async (delay: number, complaintDelay: number, signal: AbortSignal): Promise<void> => {
    await pause(delay, signal);
    const answer = await ask(signal).catch(async (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      await pause(complaintDelay, signal);
      return error;
    });
    if (!(answer instanceof ApiError)) {
      answered(answer);
      return;
    }
    refused(answer);
    if (answer.status === 429) start((answer.quota?.resetS ?? 1) * 1000, 0);
  };
  const start = (delay: number, complaintDelay: number): void => {
    latest.abort();
    latest = new AbortController();
    const { signal } = latest;
    run(delay, complaintDelay, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  };
  return {
    soon: () => {
      start(patience.typing, patience.complaint);
    },
    now: () => {
      start(0, 0);
    },
  };
}

/** @throws the reason of `signal`, if it is aborted meanwhile. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
  signal.throwIfAborted();
}
