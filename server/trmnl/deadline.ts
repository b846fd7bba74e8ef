/**
 * Runs `work` with a signal that aborts with `signal` or after `ms`. AbortSignal.any() holds the signal of
 * AbortSignal.timeout() weakly: Node 20 may collect it before it fires. This timer holds its signal.
 */
export async function withDeadline<T>(
  signal: AbortSignal,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const forward = (): void => {
    controller.abort(signal.reason);
  };
  const timer = setTimeout(() => {
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }, ms);
  signal.addEventListener('abort', forward);
  if (signal.aborted) forward();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', forward);
  }
}
