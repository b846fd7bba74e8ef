import { askForKey } from '../api/key.js';
import { ApiError } from '../api/request.js';
import { Alone, LinkButton } from '../parts/controls/index.js';
import { texts } from '../texts/index.js';
import { errorWords } from './words.js';

interface FailedProps {
  readonly title: string;
  readonly error: unknown;
  readonly again: () => unknown;
}

export function Failed({ title, error, again }: FailedProps) {
  const words = texts.value;
  const status = error instanceof ApiError ? error.status : 0;
  const press = async (): Promise<void> => {
    if (status !== 401 || (await askForKey(null, true))) again();
  };
  return (
    <Alone title={title} text={status > 0 ? errorWords(error as ApiError) : words.notLoaded}>
      <LinkButton text={status === 401 ? words.apiPage.key : words.tryAgain} press={press} />
    </Alone>
  );
}
