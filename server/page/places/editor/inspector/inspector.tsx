import { signal } from '@preact/signals';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon, IconButton, Select } from '../../../parts/controls/index.js';
import type { Path } from '../../../state/layout/json.js';
import { kindsFor } from '../../../state/layout/kinds.js';
import { type LayoutNode, placeIn, typeOf } from '../../../state/layout/nodes.js';
import { propertiesOf, type Schema } from '../../../state/layout/schema.js';
import { textOf, texts } from '../../../texts/index.js';
import { nameOfData, sentenceOf } from '../../../texts/server-words.js';
import { Ways } from '../canvas/commands.js';
import { become, remove } from '../model/actions.js';
import { boxes, drawn } from '../model/drawing.js';
import { chosen, schema, selected, selectedNode, selectedPointer } from '../model/state.js';
import { warningWords } from '../../words.js';
import { kindOf, nameOf, nameOfKind } from '../names.js';
import { Beside, Group } from './control.js';
import { Concessions, PartNote } from './notes.js';
import { Property } from './property.js';
import { WholeLayout } from './whole.js';

export function Inspector() {
  const node = selectedNode.value;
  const path = selected.value;
  if (!node || !path) return <WholeLayout />;
  if (chosen.value.length > 1) return <Several count={chosen.value.length} />;
  return <One key={selectedPointer.value} node={node} path={path} />;
}

function One({ node, path }: { readonly node: LayoutNode; readonly path: Path }) {
  const words = texts.value.editor;
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    section.current!.parentElement!.scrollTop = 0;
  }, []);
  // A property that is set meanwhile keeps its place.
  const [own] = useState(() => Object.keys(node));
  const isUsual = (name: string): boolean => usual.has(name) || own.includes(name);
  const isRoot = placeIn(path) === null;
  const name = isRoot && path[0] !== 'parts' ? words.root : nameOf(node);
  const kind = kindOf(node);
  const found = propertiesOf(schema.value, typeOf(node));
  return (
    <section ref={section} class="inspector" aria-label={words.properties}>
      <div class="head line">
        <h2>{name}</h2>
        {name !== kind && <span class="soft small">{kind}</span>}
        {!isRoot && <IconButton icon="trash" label={words.removeNamed({ name })} press={remove} />}
      </div>
      <PartNote node={node} path={path} />
      <Warnings />
      <Properties found={found.filter(([property]) => isUsual(property))} />
      <details
        class="more"
        open={isMoreOpen.value}
        onToggle={({ currentTarget }) => (isMoreOpen.value = currentTarget.open)}
      >
        <summary>{words.groups.other}</summary>
        {(!isRoot || path[0] === 'parts') && <Kind node={node} />}
        <Properties found={found.filter(([property]) => !isUsual(property))} />
      </details>
      <Ways />
      <Meanings found={found} />
    </section>
  );
}

function Several({ count }: { readonly count: number }) {
  const words = texts.value.editor;
  return (
    <section class="inspector" aria-label={words.properties}>
      <div class="head line">
        <h2>{words.boxes({ count })}</h2>
      </div>
      <Ways />
    </section>
  );
}

function Warnings() {
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

function Kind({ node }: { readonly node: LayoutNode }) {
  const words = texts.value.editor;
  const id = useId();
  return (
    <div class="property">
      <Beside id={id} label={words.kind}>
        <Select
          id={id}
          options={kindsFor(node).map((kind) => [kind, nameOfKind(kind)])}
          value={typeOf(node)}
          put={become}
        />
      </Beside>
    </div>
  );
}

interface FoundProps {
  readonly found: readonly (readonly [string, Schema])[];
}

function Properties({ found }: FoundProps) {
  const words = texts.value.editor;
  const known = new Map(found);
  const named = new Set<string>(Object.values(groups).flat());
  const all = { ...groups, other: found.map(([name]) => name).filter((name) => !named.has(name)) };
  return (
    <>
      {(Object.keys(all) as (keyof typeof all)[]).map((group) => {
        const names = all[group].filter((name) => known.has(name));
        if (names.length === 0) return null;
        return (
          <Group key={group} title={words.groups[group]}>
            {names.map((name) => (
              <Property key={name} name={name} schema={known.get(name)!} />
            ))}
            {group === 'long' && <Concessions />}
          </Group>
        );
      })}
    </>
  );
}

function Meanings({ found }: FoundProps) {
  const words = texts.value.editor;
  return (
    <details class="meanings small">
      <summary>{words.meanings}</summary>
      <dl>
        {found.map(([property, { description }]) => {
          const { text, lang } = sentenceOf(typeof description === 'string' ? description : '');
          return (
            <div key={property}>
              <dt>{textOf(words.propertyNames, property) ?? nameOfData(property)}</dt>
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

/** The groups of the inspector, in order. Properties that no group names are in a last one. */
const groups = {
  shows: 'text field part each icon source shape points most symbology digits guards resolver'.split(' '),
  place: 'width height grow align valign direction gap padding padding_inline justify rotate fit'.split(' '),
  letters: 'role size weight stretch tracking ink style sign strike largest preferred floor tied dither'.split(' '),
  ground: ['fill', 'outline', 'thickness', 'radius'],
  long: ['lines'],
  shown: ['when', 'optional'],
};

/** The properties that matter most, besides those that a node has. Others are under "More". */
const usual = new Set<string>([
  ...groups.shows.slice(0, groups.shows.indexOf('points')),
  ...['width', 'height', 'grow', 'align', 'valign', 'direction', 'gap', 'padding'],
  ...['size', 'weight', 'ink', 'strike', 'fill', 'lines', 'when'],
]);

const isMoreOpen = signal(false);
