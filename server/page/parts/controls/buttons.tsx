import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { copyText } from '../../browser/hand-over.js';
import { texts } from '../../texts/index.js';
import { Icon, type IconName } from './icon.js';

interface ButtonProps {
  readonly id?: string | undefined;
  readonly look?: string;
  readonly icon?: IconName;
  /** The accessible name, where the button shows no text or too little. */
  readonly label?: string;
  /** Whether a press does nothing now. The button keeps the focus. */
  readonly off?: boolean;
  readonly text?: ComponentChildren;
  readonly press: () => unknown;
  readonly children?: ComponentChildren;
}

export function Button({ id, look = '', icon, label, off = false, text, press, children }: ButtonProps) {
  return (
    <button
      id={id}
      type="button"
      class={`button ${look}`}
      aria-label={label}
      aria-disabled={off || undefined}
      onClick={() => void (off || press())}
    >
      {icon && <Icon name={icon} />}
      {text}
      {children}
    </button>
  );
}

type IconButtonProps = ButtonProps & { readonly icon: IconName; readonly label: string };

export function IconButton({ look = '', ...rest }: IconButtonProps) {
  return <Button look={`bare ${look}`} {...rest} />;
}

interface ZoomProps {
  readonly now: string;
  readonly fits: boolean;
  readonly fit: () => unknown;
  readonly step: (by: -1 | 1) => unknown;
}

export function ZoomButtons({ now, fits, fit, step }: ZoomProps) {
  const words = texts.value.zoom;
  return (
    <span class="zoom" role="group" aria-label={words.legend}>
      <IconButton icon="minus" label={words.smaller} press={() => step(-1)} />
      <Button look="bare" text={[fits && words.fit, now].filter(Boolean).join(', ')} press={fit} />
      <IconButton icon="plus" label={words.larger} press={() => step(1)} />
    </span>
  );
}

interface StepProps extends Pick<ButtonProps, 'press'> {
  readonly way: 'undo' | 'redo';
  readonly can: boolean;
}

export function StepButton({ way, can, press }: StepProps) {
  return <IconButton icon={way} look={way} label={texts.value[way]} off={!can} press={press} />;
}

interface LinkButtonProps extends Pick<ButtonProps, 'label' | 'look' | 'press'> {
  readonly text: ComponentChildren;
  readonly title?: string;
  readonly expanded?: boolean;
  readonly pressed?: boolean;
}

export function LinkButton(props: LinkButtonProps) {
  const { text, label, look = '', title, expanded, pressed, press } = props;
  return (
    <button
      type="button"
      class={`link ${look}`}
      aria-label={label}
      title={title}
      aria-expanded={expanded}
      aria-pressed={pressed}
      onClick={() => void press()}
    >
      {text}
    </button>
  );
}

interface ToggleProps {
  readonly look?: 'toggle' | 'chip';
  readonly pressed: boolean;
  readonly text: ComponentChildren;
  readonly press: (pressed: boolean) => unknown;
}

export function Toggle({ look = 'toggle', pressed, text, press }: ToggleProps) {
  return (
    <button type="button" class={look} aria-pressed={pressed} onClick={() => void press(!pressed)}>
      {text}
    </button>
  );
}

interface FileProps extends Pick<ButtonProps, 'id'> {
  readonly text: string;
  readonly accept: string;
  readonly take: (file: File) => unknown;
  readonly link?: boolean;
}

/** Asks for a file. The same file can be chosen again after it was corrected. */
export function FileButton({ id, text, accept, take, link = false }: FileProps) {
  const input = useRef<HTMLInputElement>(null);
  const press = (): void => {
    input.current!.click();
  };
  return (
    <>
      {link && <LinkButton text={text} press={press} />}
      {!link && <Button id={id} text={text} press={press} />}
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={text}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) take(file);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

interface CopyProps {
  readonly label?: string;
  /** What the user reads if the browser does not let the page copy. */
  readonly refused?: string;
  /** @returns whether the browser let it; null: there is nothing to copy */
  readonly copy: () => Promise<boolean | null>;
}

export function CopyButton({ label = texts.value.copy, refused, copy }: CopyProps) {
  const [result, setResult] = useState('');
  const press = async (): Promise<void> => {
    const copied = await copy();
    if (copied !== null) setResult(copied ? texts.value.copied : (refused ?? texts.value.notCopied));
  };
  return (
    <span class="copy flow">
      <LinkButton text={label} press={press} />
      <span class="small soft" role="status">
        {result}
      </span>
    </span>
  );
}

export function CopyText({ text, label }: Pick<CopyProps, 'label'> & { readonly text: () => string }) {
  return <CopyButton {...(label !== undefined && { label })} copy={() => copyText(text())} />;
}
