import type { ComponentChildren } from 'preact';
import { texts } from '../../texts/index.js';
import { IconButton } from './buttons.js';
import { Icon, type IconName } from './icon.js';

export type AnswerKind = 'waiting' | 'refreshing' | 'good' | 'warning' | 'refused';

const icons: Readonly<Record<AnswerKind, IconName>> = {
  waiting: 'clock',
  refreshing: 'half',
  good: 'check',
  warning: 'warning',
  refused: 'refused',
};

interface AnswerProps {
  readonly kind: AnswerKind;
  readonly title: string;
  readonly text?: ComponentChildren;
  readonly children?: ComponentChildren;
  /** Absent: the user can't close it. */
  readonly close?: (() => unknown) | undefined;
}

/** The result of a user's action. It stays until the next one, or until the user closes it. */
export function Answer({ kind, title, text, children, close }: AnswerProps) {
  return (
    <div class="answer" data-kind={kind} role={kind === 'refused' ? 'alert' : 'status'}>
      <Icon name={icons[kind]} />
      <div>
        <p class="title">{title}</p>
        <div class="rest soft small">
          {text}
          {children}
        </div>
      </div>
      {close && <IconButton icon="close" label={texts.value.close} press={close} />}
    </div>
  );
}
