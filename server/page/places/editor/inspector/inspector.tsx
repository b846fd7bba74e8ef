import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Icon, IconButton, Select } from '../../../parts/controls/index.js';
import { kindsFor } from '../../../state/layout/kinds.js';
import { type LayoutNode, placeIn, typeOf } from '../../../state/layout/nodes.js';
import { propertiesOf, type Schema } from '../../../state/layout/schema.js';
import { texts } from '../../../texts/index.js';
import { nameOfData, sentenceOf } from '../../../texts/server-words.js';
import { Ways } from '../canvas/commands.js';
import { become, remove } from '../model/actions.js';
import { boxes, drawn } from '../model/drawing.js';
import { chosen, schema, selected, selectedNode, selectedPointer } from '../model/state.js';
import { warningWords } from '../../words.js';
import { kindOf, nameOf } from '../names.js';
import { Beside, Group } from './control.js';
import { Concessions, PartNote } from './notes.js';
import { Property } from './property.js';
import { WholeLayout } from './whole.js';

/** The selection in words, with a control for each property that its schema has. */
export function Inspector(): JSX.Element {
  const words = texts.value.editor;
  const node = selectedNode.value;
  const path = selected.value;
  if (!node || !path) return <WholeLayout />;
  if (chosen.value.length > 1) return <Several count={chosen.value.length} />;
  const isRoot = placeIn(path) === null;
  const name = isRoot && path[0] !== 'parts' ? words.root : nameOf(node, texts.value);
  const found = propertiesOf(schema.value, typeOf(node));
  return (
    <section class="inspector" aria-label={words.properties} key={selectedPointer.value}>
      <div class="head">
        <h2>{name}</h2>
        {name !== kindOf(node, words) && <span class="soft small">{kindOf(node, words)}</span>}
        {!isRoot && <IconButton icon="trash" label={words.removeNamed(name)} press={remove} />}
      </div>
      <PartNote node={node} path={path} />
      <Warnings />
      {(!isRoot || path[0] === 'parts') && <Kind node={node} />}
      {([...Object.keys(groups), 'other'] as GroupName[]).map((group) => (
        <Properties key={group} group={group} found={found.filter(([property]) => groupOf(property) === group)} />
      ))}
      <Ways />
      <Meanings found={found} />
    </section>
  );
}

function Several({ count }: { readonly count: number }): JSX.Element {
  const words = texts.value.editor;
  return (
    <section class="inspector" aria-label={words.properties}>
      <div class="head">
        <h2>{words.boxes(count)}</h2>
      </div>
      <Ways />
    </section>
  );
}

function Warnings(): JSX.Element | null {
  const box = boxes.value.find(({ pointer, place }) => [pointer, place].includes(selectedPointer.value ?? ''));
  const all = drawn.value?.answer.warnings ?? [];
  const own = (box?.warnings ?? []).flatMap((i) => all[i] ?? []);
  if (own.length === 0) return null;
  return (
    <div class="said">
      {own.map((warning) => (
        <p key={warning.message} class="warned">
          <Icon name="warning" />
          <span>{warningWords(warning)}</span>
        </p>
      ))}
    </div>
  );
}

function Kind({ node }: { readonly node: LayoutNode }): JSX.Element {
  const words = texts.value.editor;
  const id = useId();
  const kinds: Readonly<Record<string, string>> = { ...words.kinds, box: words.palette.box };
  return (
    <div class="property">
      <Beside id={id} label={words.kind}>
        <Select
          id={id}
          options={kindsFor(node).map((kind) => [kind, kinds[kind] ?? kind])}
          value={typeOf(node)}
          put={become}
        />
      </Beside>
    </div>
  );
}

interface GroupProps {
  readonly group: GroupName;
  readonly found: readonly (readonly [string, Schema])[];
}

function Properties({ group, found }: GroupProps): JSX.Element | null {
  const words = texts.value.editor;
  if (found.length === 0) return null;
  return (
    <Group title={words.groups[group]}>
      {inOrder(group, found).map(([property, each]) => (
        <Property key={property} name={property} schema={each} />
      ))}
      {group === 'long' && <Concessions />}
    </Group>
  );
}

/** The descriptions from the schema, in the language of the studio. */
function Meanings({ found }: Pick<GroupProps, 'found'>): JSX.Element {
  const words = texts.value.editor;
  return (
    <details class="meanings small">
      <summary>{words.meanings}</summary>
      <dl>
        {found.map(([property, { description }]) => {
          const { text, lang } = sentenceOf(typeof description === 'string' ? description : '');
          return (
            <div key={property}>
              <dt>{words.properties_[property] ?? nameOfData(property)}</dt>
              <dd class="soft" lang={lang}>
                {text}
              </dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}

/** The groups of the inspector. Properties that no group names are in the last, "other". */
const groups = {
  shows: [
    'text',
    'field',
    'part',
    'each',
    'most',
    'icon',
    'source',
    'shape',
    'points',
    'symbology',
    'digits',
    'guards',
    'resolver',
  ],
  place: ['width', 'height', 'grow', 'align', 'valign', 'direction', 'gap', 'padding', 'justify', 'rotate', 'fit'],
  letters: [
    'role',
    'size',
    'weight',
    'stretch',
    'tracking',
    'ink',
    'style',
    'sign',
    'strike',
    'largest',
    'floor',
    'tied',
    'dither',
  ],
  ground: ['fill', 'outline', 'thickness', 'radius'],
  long: ['lines'],
  shown: ['when', 'optional'],
} as const;

type GroupName = keyof typeof groups | 'other';

function groupOf(property: string): GroupName {
  const names = Object.keys(groups) as (keyof typeof groups)[];
  return names.find((name) => (groups[name] as readonly string[]).includes(property)) ?? 'other';
}

function inOrder<T>(group: GroupName, found: readonly (readonly [string, T])[]): readonly (readonly [string, T])[] {
  if (group === 'other') return found;
  const order: readonly string[] = groups[group];
  return [...found].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
}
