/** A thread that obeys its messages. Its data are the milliseconds that it takes to start. */
import { parentPort } from 'node:worker_threads';
import { workerData } from 'piscina';

export type Order =
  | { readonly kind: 'say'; readonly word: string }
  | { readonly kind: 'sleep'; readonly ms: number }
  | { readonly kind: 'loop' }
  | { readonly kind: 'hoard' }
  | { readonly kind: 'fail' }
  | { readonly kind: 'exit' };

export default async function obey(order: Order): Promise<string> {
  switch (order.kind) {
    case 'say':
      return order.word;
    case 'sleep':
      await new Promise((resolve) => setTimeout(resolve, order.ms));
      return 'slept';
    case 'loop':
      for (;;);
    case 'hoard': {
      const kept: object[] = [];
      for (;;) kept.push(Array.from({ length: 1000 }, () => ({})));
    }
    case 'fail':
      throw new Error('as told');
    case 'exit':
      process.exit(1);
  }
}

setTimeout(() => {
  parentPort!.postMessage('ready');
}, workerData as number);
