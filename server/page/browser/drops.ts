import { listen, together } from './ends.js';

/**
 * Takes a file that is dropped anywhere: otherwise the browser would leave the studio.
 * @param setOver receives whether a file is over the page
 * @returns ends that
 */
export function takeDrops(take: (file: File) => unknown, setOver: (over: boolean) => unknown = () => undefined) {
  const handle = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    setOver(event.type === 'dragover');
    if (event.type === 'drop' && file) take(file);
  };
  return together(
    listen(window, 'dragover', handle),
    listen(window, 'dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false)),
    listen(window, 'drop', handle),
  );
}
