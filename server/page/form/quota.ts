import type { Quota } from '../api.js';
import { element, say, seconds } from '../dom.js';

/** Says how many updates are left, and counts down while there are none. Calls `back` when they are available again. */
export function createQuota(back: () => void): { show(quota: Quota, refused: boolean): void } {
  const place = element('quota', HTMLParagraphElement);
  let timer = 0;
  return {
    show({ limit, left, resetS }, refused) {
      clearInterval(timer);
      const end = performance.now() + resetS * 1000;
      const tick = (): void => {
        const wait = Math.ceil((end - performance.now()) / 1000);
        if (wait <= 0) {
          clearInterval(timer);
          say(place, `${limit} of ${limit} updates left`);
          if (refused) back();
        } else if (left === 0) say(place, `No updates left. Try again in ${seconds(wait)}`);
        else say(place, `${left} of ${limit} updates left`);
      };
      tick();
      timer = setInterval(tick, 250);
    },
  };
}
