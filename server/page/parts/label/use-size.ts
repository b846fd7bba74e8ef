import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Dimensions } from '../../state/fit.js';

/** The current size of an element's content, in CSS pixels. */
export function useSize(element: RefObject<HTMLElement | null>): Dimensions {
  const [size, setSize] = useState<Dimensions>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { clientWidth: width, clientHeight: height } = element.current!;
    setSize({ width, height });
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element.current!);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return size;
}
