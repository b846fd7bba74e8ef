import { useState } from 'preact/hooks';
import { encodings, type FoundEncoding, type TextEncoding } from '../../../batch/rows/find-encoding.js';
import { labelColumn, requiredFields, rowFields } from '../../../batch/rows/row-fields.js';
import type { DecimalSign } from '../../../../renderer/amounts/amount.js';
import { catalogue } from '../../api/catalogue.js';
import { waitOf } from '../../api/pause.js';
import { stalled } from '../../api/previews.js';
import { Answer, CopyText, FileButton, LinkButton, Select } from '../../parts/controls/index.js';
import { writeState } from '../../state/preview-state.js';
import type { RowFile } from '../../state/wall/table.js';
import { texts } from '../../texts/index.js';
import { nameOfData } from '../../texts/server-words.js';
import { Causes, Progress } from '../bulk.js';
import { Missing } from '../missing.js';
import { lineLink } from './causes.js';
import { errorWords, fieldName } from '../words.js';
import { file, refused } from './file.js';
import { chosen, done, missing, showRows, showRowsAs, state, stopped } from './model.js';
import { PutRows } from './put-rows.js';
import { causesOf } from './words.js';

export function Notes() {
  const { by, content } = state.value;
  return (
    <div class="wall-notes stack">
      <div class="missing stack">
        <Missing
          missing={missing.value}
          content={content}
          way={() => <a href={`/${writeState(content)}`}>{texts.value.wall.changeNote}</a>}
        />
      </div>
      <Stalled />
      <RefusedFile />
      {by === 'rows' && (file.value ? <FileNotes /> : <EmptyRows />)}
    </div>
  );
}

/** Pictures that wait for the server, or that the user does not wait for. */
function Stalled() {
  const { wall, bulk, preview } = texts.value;
  const left = chosen.value.length - done.value;
  if (left === 0) return null;
  const counts = { done: done.value, all: chosen.value.length };
  if (stopped.value)
    return (
      <Answer kind="warning" title={wall.stopped(counts)}>
        <LinkButton text={bulk.goOn} press={() => (stopped.value = false)} />
      </Answer>
    );
  if (!stalled.value) return null;
  const { error, resumesAt } = stalled.value;
  if (error.status === 429 && resumesAt.getTime() < Date.now()) return null;
  if (error.status === 429)
    return (
      <Progress
        title={wall.drawing(counts)}
        wait={waitOf(left, resumesAt, error.quota)}
        stop={() => (stopped.value = true)}
      />
    );
  return <Answer kind="warning" title={errorWords(error)} text={preview.askedAgain} />;
}

function RefusedFile() {
  const words = texts.value.wall;
  const given = refused.value;
  if (!given) return null;
  const { name, why } = given;
  const fields = 'fields' in why ? `: ${why.fields.map(fieldName).join(', ')}` : '';
  return (
    <Answer kind="refused" title={words.file[why.fault] + fields} close={() => (refused.value = null)}>
      {words.fileNote({ file: name })}
      {'columns' in why && <Columns columns={why.columns} />}
      {'text' in why && <Encoding text={why.text} put={(encoding) => void showRowsAs({ encoding })} />}
    </Answer>
  );
}

/** The encoding of a text, with some words as each possible one has them. */
function Encoding({ text, put }: { readonly text: FoundEncoding; readonly put: (encoding: TextEncoding) => unknown }) {
  const words = texts.value.wall;
  const samples = new Map(text.possible.map((one) => [one.encoding, one.words.join(', ')]));
  const options = [...new Set([...samples.keys(), ...encodings])].map((name) => {
    const sample = samples.get(name) ?? '';
    return [name, sample === '' ? name : `${sample} (${name})`] as const;
  });
  return (
    <div class="file-columns fine">
      <div>
        <span aria-hidden="true">{words.encoding}</span>
        <Select
          aria-label={words.encoding}
          options={text.isCertain ? options : [['', ''], ...options]}
          value={text.isCertain ? text.encoding : ''}
          put={(value) => value !== '' && put(value as TextEncoding)}
        />
      </div>
    </div>
  );
}

/** The field of each column, and the decimal sign of prices: as found or guessed, to be changed. */
function Columns({ columns, decimal, text }: Pick<RowFile, 'columns'> & Partial<Pick<RowFile, 'decimal' | 'text'>>) {
  const words = texts.value.wall;
  // A choice that was refused is taken back in the list.
  void refused.value;
  const encoding = text?.encoding;
  const data = [...new Set(catalogue.value?.layouts.flatMap(({ data = {} }) => Object.keys(data)))].sort();
  const options: readonly (readonly [string, string])[] = [
    ['', words.noField],
    ...[labelColumn, ...rowFields].map((field) => [field, fieldName(field)] as const),
    ...data.map((name) => [`data.${name}`, nameOfData(name)] as const),
  ];
  const now = columns.map(({ field }) => field);
  const said = (name: string, i: number) => (name === '' ? words.unnamed({ number: i + 1 }) : name);
  return (
    <div class="file-columns fine">
      {columns.map(({ name, field, guessed }, i) => (
        <div key={i} data-guessed={guessed || undefined}>
          <span aria-hidden="true">{said(name, i)}</span>
          <Select
            aria-label={said(name, i)}
            options={options}
            value={field}
            put={(value) => showRowsAs({ fields: now.with(i, value), decimal, encoding })}
          />
        </div>
      ))}
      {decimal !== undefined && (
        <div>
          <span aria-hidden="true">{words.decimal.of}</span>
          <Select
            aria-label={words.decimal.of}
            options={[
              ['', words.decimal.wire],
              ['comma', words.decimal.comma],
              ['point', words.decimal.point],
            ]}
            value={decimal ?? ''}
            put={(value) =>
              showRowsAs({ fields: now, decimal: value === '' ? null : (value as DecimalSign), encoding })
            }
          />
        </div>
      )}
    </div>
  );
}

function FileNotes() {
  const words = texts.value.wall;
  const { read } = file.value!;
  const { columns, decimal, decided, currencies = [], repeated, saleDay, unit, leftOut, text, beyond, rows } = read;
  const fields = columns.map(({ field }) => field);
  const listed = (some: typeof columns) => some.map(({ name }) => texts.value.quoted({ text: name })).join(', ');
  const unused = columns.filter(({ name, field, helps }) => field === '' && name !== '' && !helps);
  const hidden = columns.filter((column) => column.hidden && column.field !== '');
  const guessed = columns.filter((column) => column.guessed);
  return (
    <>
      <PutRows />
      <details open={guessed.length > 0 || decimal !== null}>
        <summary>
          {guessed.length > 0 ? words.guessed({ count: guessed.length }) : words.columnsRead}
          {decimal !== null && `, ${words.decimal[decimal]}`}
        </summary>
        <Columns columns={columns} decimal={decimal} text={text} />
        {text && text.possible.length > 0 && (
          <Encoding text={text} put={(encoding) => void showRowsAs({ fields, decimal, encoding })} />
        )}
      </details>
      {decided && (
        <Answer kind="warning" title={words.decided({ text: decided.text, price: decided.price, by: decided.by })} />
      )}
      {currencies.map(({ text, line, currency, by }) => (
        <Answer key={by} kind="warning" title={words.currencyDecided({ text, line, currency, by })} />
      ))}
      {repeated && <Answer kind="warning" title={words.repeated(repeated)} />}
      {saleDay !== undefined && <Answer kind="warning" title={words.saleDay({ day: saleDay })} />}
      {unit !== undefined && <Answer kind="warning" title={words.unitGuessed({ unit })} />}
      {unused.length > 0 && <Answer kind="warning" title={`${words.unused}: ${listed(unused)}`} />}
      {hidden.length > 0 && <Answer kind="warning" title={`${words.hiddenColumns}: ${listed(hidden)}`} />}
      {read.hidden?.rows ? <Answer kind="warning" title={words.hiddenRows({ count: read.hidden.rows })} /> : null}
      {leftOut > 0 && <Answer kind="warning" title={words.leftOut({ count: leftOut })} />}
      {beyond > 0 && <Answer kind="warning" title={words.beyond({ shown: rows.length, beyond })} />}
      <Failures />
      <RowsButton text={words.otherFile} />
    </>
  );
}

/** The failed rows by their problems, open if there is space. */
function Failures() {
  const words = texts.value.wall;
  const [open] = useState(() => matchMedia('(width >= 1024px)').matches);
  const failed = chosen.value.filter(({ outcome }) => outcome.value?.kind === 'refused');
  return (
    <details class="failures" open={open} data-some={failed.length > 0 || undefined}>
      <summary>{words.failures({ count: failed.length, all: chosen.value.length })}</summary>
      <Causes causes={causesOf(failed)} link={lineLink} />
    </details>
  );
}

const example =
  'product_name,price,unit,sku\nOrganic whole milk,3.50,1 L,4006381333931\n"Cheese, 12 months",4.99,200 g,\n';

function EmptyRows() {
  const words = texts.value.wall;
  return (
    <section class="drop-here stack" aria-labelledby="drop-title">
      <h2 id="drop-title">{words.dropTitle}</h2>
      <p>{words.dropNote}</p>
      <RowsButton text={words.chooseFile} />
      <p class="soft small">{words.columns({ names: [...requiredFields, labelColumn].map(fieldName).join(', ') })}</p>
      <p class="small">
        {words.example} <CopyText text={() => example} />
      </p>
      <pre tabIndex={0}>{example}</pre>
    </section>
  );
}

function RowsButton({ text }: { readonly text: string }) {
  return (
    <div>
      <FileButton
        text={text}
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain"
        take={showRows}
      />
    </div>
  );
}
