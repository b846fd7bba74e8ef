import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { type OpenApi, resolvedSchema, type ShownSchema, typeWords } from '../../state/openapi.js';
import { texts } from '../../texts/index.js';

interface SchemaViewProps {
  readonly schema: ShownSchema;
  readonly openApi: OpenApi;
}

/** The members of an object or of a list's items. Objects in it are closed, and made when they are opened. */
export function SchemaView({ schema, openApi }: SchemaViewProps): JSX.Element | null {
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
