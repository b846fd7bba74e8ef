import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { sendJson } from '../../api/request.js';
import { listen } from '../../browser/ends.js';
import { Loading, SearchField } from '../../parts/controls/index.js';
import { type OpenApi, type Operation, operationsOf, searchOperations } from '../../state/openapi.js';
import { texts } from '../../texts/index.js';
import { Failed } from '../failed.js';
import { OperationEntry } from './operation.js';

/** The server's OpenAPI document: its operations, to read and to try. Its sentences are English. */
export function DocsPlace() {
  const words = texts.value.apiPage;
  const openApi = useSignal<OpenApi | null>(null);
  const failure = useSignal<unknown>(null);
  const search = useSignal('');
  const named = useSignal(location.hash.slice(1));
  const read = (): void => {
    failure.value = null;
    sendJson<OpenApi>('/openapi.json').then(
      (document) => (openApi.value = document),
      (error: unknown) => (failure.value = error),
    );
  };
  useEffect(() => {
    read();
    return listen(window, 'hashchange', () => (named.value = location.hash.slice(1)));
  }, []);
  if (failure.value) return <Failed title={words.title} error={failure.value} again={read} />;
  if (!openApi.value) return <Loading />;
  const all = operationsOf(openApi.value);
  const found = searchOperations(all, search.value);
  const tags = [...new Set(found.map(({ tags: [tag] }) => tag!))];
  const { info } = openApi.value;
  return (
    <div class="docs">
      <nav class="fine" aria-label={words.operations}>
        <SearchField text={words.search} search={search.value} put={(typed) => (search.value = typed)} />
        {tags.map((tag) => (
          <div key={tag}>
            <h2 class="small">{tag}</h2>
            <ul>{found.filter(({ tags: [own] }) => own === tag).map(link)}</ul>
          </div>
        ))}
      </nav>
      <div class="operations">
        <header>
          <h1>{texts.value.apiPage.title}</h1>
          <p class="soft">
            {words.version({ version: info.version })} <a href="/openapi.json">openapi.json</a> <a href="/api">/api</a>{' '}
            <a href="/api/esl/example">{texts.value.example}</a>
          </p>
          <p class="soft" lang="en">
            {info.description}
          </p>
        </header>
        {found.length === 0 && <p>{texts.value.preview.none}</p>}
        {tags.map((tag) => (
          <section key={tag} aria-label={tag}>
            <h2 lang="en">{tag}</h2>
            {found
              .filter(({ tags: [own] }) => own === tag)
              .map((operation) => (
                <OperationEntry
                  key={operation.operationId}
                  operation={operation}
                  openApi={openApi.value!}
                  isNamed={named.value === operation.operationId}
                />
              ))}
          </section>
        ))}
      </div>
    </div>
  );
}

function link({ operationId, summary, method }: Operation) {
  return (
    <li key={operationId}>
      <a href={`#${operationId}`} lang="en">
        <span class="method" data-method={method}>
          {method}
        </span>{' '}
        {summary}
      </a>
    </li>
  );
}
