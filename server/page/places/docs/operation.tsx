import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import {
  type OpenApi,
  type Operation,
  resolvedSchema,
  type ShownParameter,
  type ShownSchema,
  typeWords,
} from '../../state/openapi.js';
import { texts } from '../../texts/index.js';
import { TryIt } from './try-it.js';

interface OperationProps {
  readonly operation: Operation;
  readonly openApi: OpenApi;
  /** Whether the address names it. */
  readonly isNamed: boolean;
}

/** An operation. What is in it is made when it is opened. */
export function OperationEntry({ operation, openApi, isNamed }: OperationProps) {
  const { operationId, method, path, summary } = operation;
  const element = useRef<HTMLDetailsElement>(null);
  const open = useSignal(isNamed);
  useEffect(() => {
    if (!isNamed) return;
    open.value = true;
    element.current!.scrollIntoView();
  }, [isNamed]);
  return (
    <details
      ref={element}
      id={operationId}
      class="operation"
      lang="en"
      open={open.value}
      onToggle={({ currentTarget }) => (open.value = currentTarget.open)}
    >
      <summary class="flow">
        <span class="method" data-method={method}>
          {method}
        </span>
        <code>{path}</code>
        <span class="soft">{summary}</span>
      </summary>
      {open.value && <Whole operation={operation} openApi={openApi} />}
    </details>
  );
}

function Whole({ operation, openApi }: Omit<OperationProps, 'isNamed'>) {
  const words = texts.value.apiPage;
  const { description, parameters = [], requestBody, responses } = operation;
  return (
    <div class="whole stack">
      {description && <p>{description}</p>}
      {parameters.length > 0 && (
        <dl class="members stack fine">
          {parameters.map((parameter) => (
            <ParameterEntry key={parameter.name} parameter={parameter} openApi={openApi} />
          ))}
        </dl>
      )}
      {Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => (
        <div key={type}>
          <h3>
            {words.body} <code class="soft">{type}</code>
          </h3>
          {schema && <SchemaView schema={schema} openApi={openApi} />}
        </div>
      ))}
      <TryIt operation={operation} />
      <h3>{words.answers}</h3>
      <dl class="members stack fine">
        {Object.entries(responses).map(([status, { description: said, content = {} }]) => (
          <div key={status}>
            <dt>
              <code>{status}</code> <span class="soft">{Object.keys(content).join(', ')}</span>
            </dt>
            <dd>
              {said}
              {Number(status) < 300 &&
                Object.values(content).map(
                  ({ schema }, i) => schema && <SchemaView key={i} schema={schema} openApi={openApi} />,
                )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function ParameterEntry({ parameter, openApi }: { readonly parameter: ShownParameter; readonly openApi: OpenApi }) {
  const { name, in: place, required, description, schema } = parameter;
  return (
    <div>
      <dt>
        <code>{name}</code> <span class="soft">{schema && typeWords(schema, openApi)}</span>{' '}
        <span class="soft">{texts.value.apiPage.places[place]}</span>{' '}
        {required && <b>{texts.value.apiPage.required}</b>}
      </dt>
      <dd>{description}</dd>
    </div>
  );
}

interface SchemaViewProps {
  readonly schema: ShownSchema;
  readonly openApi: OpenApi;
}

/** The members of an object or of a list's items. Objects in it are closed, and made when they are opened. */
function SchemaView({ schema, openApi }: SchemaViewProps): JSX.Element | null {
  const found = membersOf(schema, openApi);
  const open = useSignal(false);
  if (!found) return null;
  return (
    <details class="schema" onToggle={({ currentTarget }) => (open.value = currentTarget.open)}>
      <summary>{found.name || typeWords(schema, openApi) || texts.value.apiPage.members}</summary>
      {open.value && (
        <dl class="members stack fine">
          {found.variants.map((each, i) => (
            <SchemaView key={i} schema={each} openApi={openApi} />
          ))}
          {Object.entries(found.properties).map(([name, member]) => (
            <div key={name}>
              <dt>
                <code>{name}</code> <span class="soft">{typeWords(member, openApi)}</span>{' '}
                {found.required.includes(name) && <b>{texts.value.apiPage.required}</b>}
              </dt>
              <dd>
                {resolvedSchema(member, openApi).schema.description}
                <SchemaView schema={member} openApi={openApi} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}

interface Members {
  readonly name: string;
  readonly properties: Readonly<Record<string, ShownSchema>>;
  readonly required: readonly string[];
  readonly variants: readonly ShownSchema[];
}

/** Null: it is no object. */
function membersOf(schema: ShownSchema, openApi: OpenApi): Members | null {
  const { schema: found, name } = resolvedSchema(schema, openApi);
  if (found.items) return membersOf(found.items, openApi);
  const { properties = {}, required = [], oneOf, anyOf } = found;
  const variants = (oneOf ?? anyOf ?? []).filter((each) => membersOf(each, openApi) !== null);
  return Object.keys(properties).length > 0 || variants.length > 0 ? { name, properties, required, variants } : null;
}
