import { useEffect, useState } from 'preact/hooks';

export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const hear = (): void => {
      setMatches(list.matches);
    };
    hear();
    list.addEventListener('change', hear);
    return () => {
      list.removeEventListener('change', hear);
    };
  }, [query]);
  return matches;
}
