import { useEffect, useState } from 'preact/hooks';
import { listen } from '../../browser/ends.js';

export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    setMatches(list.matches);
    return listen(list, 'change', () => {
      setMatches(list.matches);
    });
  }, [query]);
  return matches;
}
