import { ApiError, type Preview } from '../api.js';

/** Milliseconds. A half-typed price is wrong for a moment: a pause in typing decides whether to say so. */
const patience = { typing: 150, complaint: 600 };

export interface Previewer {
  /** Draws after a short pause; a newer call overtakes an older one. */
  soon(): void;
  /** Draws at once. */
  now(): void;
}

/** Asks for previews while somebody types: one at a time, and the newest wins. */
export function createPreviewer(
  draw: (signal: AbortSignal) => Promise<Preview>,
  shown: (preview: Preview) => void,
  failed: (error: ApiError) => void,
): Previewer {
  let latest = new AbortController();

  const run = async (delay: number, complaintDelay: number, signal: AbortSignal): Promise<void> => {
    await pause(delay, signal);
    const answer = await draw(signal).catch(async (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      await pause(complaintDelay, signal);
      return error;
    });
    if (!(answer instanceof ApiError)) {
      shown(answer);
      return;
    }
    failed(answer);
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

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
  signal.throwIfAborted();
}
